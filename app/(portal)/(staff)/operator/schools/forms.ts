/** The forms of schools' consent and payee, which two members of the operator's team enter. */
import { z } from "zod";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm } from "#app/forms/form-route.ts";
import { typed } from "#app/forms/typed-text.ts";
import type { OperatorScope } from "#lib/auth/scopes.ts";
import { readTenantName } from "#lib/auth/tenants.ts";
import { day, line, text } from "#lib/fields.ts";
import { checkBody } from "#lib/http/request.ts";
import {
  type Entry,
  enterConsent,
  enterPayee,
  MAX_PAYEE_LENGTH,
  readRecord,
} from "#lib/schools/participation/mutations.ts";

const consentFields = z.object({
  consentBy: line({ min: 1, max: 255 }),
  consentOn: day,
  consentDocument: line({ min: 1, max: 255 }),
});

const payeeFields = z.object({ payee: text({ min: 1, max: MAX_PAYEE_LENGTH }) });

/** A form about the school that's named in it. */
const schoolForm = (
  enter: (scope: OperatorScope, schoolId: string, entered: object) => Promise<Entry>,
) =>
  staffForm("operator", "participation.change", {
    messages: {
      consentBy: "Enter the name and title of who signed.",
      consentOn: "Enter the date of the document.",
      consentDocument: "Enter where the document is kept.",
      payee: `Enter the details, in at most ${MAX_PAYEE_LENGTH} characters.`,
    },
    secrets: ["payee"],
    submit: async ({ scope, fields, page }: FormPost & { scope: OperatorScope }) => {
      const schoolId = typed(fields, "school") ?? "";
      const isSchool = readTenantName(`school:${schoolId}`) && (await readRecord(schoolId));
      if (!isSchool) throw new FormError({ school: "No school has this ID." });
      const entered = [...fields.keys()].map((name) => [name, typed(fields, name)]);
      return `${page}?done=${await enter(scope, schoolId, Object.fromEntries(entered))}`;
    },
  });

export const forms = {
  consent: schoolForm((scope, schoolId, entered) =>
    enterConsent(scope, schoolId, checkBody(consentFields, entered)),
  ),
  payee: schoolForm((scope, schoolId, entered) =>
    enterPayee(scope, schoolId, checkBody(payeeFields, entered).payee),
  ),
};
