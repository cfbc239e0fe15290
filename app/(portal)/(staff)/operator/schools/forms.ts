/** The form handlers of schools' consent and payee, which two members of the operator's team enter. */
import { z } from "zod";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, staffForm } from "#app/forms/form-route.ts";
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

const PAGE = "/operator/schools";

const consentFields = z.object({
  consentBy: line({ min: 1, max: 255 }),
  consentOn: day,
  consentDocument: line({ min: 1, max: 255 }),
});

/** Never sent back to the page: its name says that it's secret. */
const payeeFields = z.object({ secret_code: text({ min: 1, max: MAX_PAYEE_LENGTH }) });

/** A form about the school that's named in it. */
const schoolForm = (
  enter: (scope: OperatorScope, schoolId: string, typed: object) => Promise<Entry>,
) =>
  staffForm("operator", "participation.change", {
    page: PAGE,
    messages: {
      consentBy: { other: "Enter the name and title of who signed." },
      consentOn: { other: "Enter the date of the document." },
      consentDocument: { other: "Enter where the document is kept." },
      secret_code: { other: `Enter the details, in at most ${MAX_PAYEE_LENGTH} characters.` },
    },
    submit: async ({ scope, fields }: FormPost & { scope: OperatorScope }) => {
      const schoolId = fields.get("school")?.trim() ?? "";
      const isSchool = readTenantName(`school:${schoolId}`) && (await readRecord(schoolId));
      if (!isSchool) throw new FormError({ school: "No school has this ID." });
      const typed = [...fields].map(([name, value]) => [name, value.trim() || undefined]);
      return `${PAGE}?done=${await enter(scope, schoolId, Object.fromEntries(typed))}`;
    },
  });

export const consent = schoolForm((scope, schoolId, typed) =>
  enterConsent(scope, schoolId, checkBody(consentFields, typed)),
);

export const payee = schoolForm((scope, schoolId, typed) =>
  enterPayee(scope, schoolId, checkBody(payeeFields, typed).secret_code),
);
