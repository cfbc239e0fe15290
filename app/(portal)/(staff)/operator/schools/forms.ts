/** The forms of schools' consent and payee, which two members of the operator's team enter. */
import { z } from "zod";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { readTenantName } from "#lib/auth/tenants.ts";
import { day, line, text } from "#lib/fields.ts";
import {
  enterConsent,
  enterPayee,
  MAX_PAYEE_LENGTH,
  readRecord,
} from "#lib/schools/participation/mutations.ts";

const SCHOOL = { label: "School ID" };
const MISSING_SCHOOL = { school: "No school has this ID." };

/** @throws FormError */
async function requireSchool(schoolId: string): Promise<void> {
  const isSchool = readTenantName(`school:${schoolId}`) && (await readRecord(schoolId));
  if (!isSchool) throw new FormError(MISSING_SCHOOL);
}

export const forms = {
  consent: staffForm("operator", "participation.change", {
    fields: {
      school: SCHOOL,
      consentBy: {
        type: "text",
        label: "Who signed: name and title",
        message: "Enter the name and title of who signed.",
      },
      consentOn: {
        type: "date",
        label: "Date of the document",
        message: "Enter the date of the document.",
      },
      consentDocument: {
        type: "text",
        label: "Where the document is kept",
        message: "Enter where the document is kept.",
      },
    },
    schema: z.object({
      school: z.string(),
      consentBy: line({ min: 1, max: 255 }),
      consentOn: day,
      consentDocument: line({ min: 1, max: 255 }),
    }),
    submit: async ({ scope, values: { school, ...consent }, page }) => {
      await requireSchool(school);
      return `${page}?done=${await enterConsent(scope, school, consent)}`;
    },
  }),

  payee: staffForm("operator", "participation.change", {
    fields: {
      school: { ...SCHOOL, id: "payee-school" },
      payee: {
        as: "area",
        label: "Where its money goes",
        secret: true,
        message: `Enter the details, in at most ${MAX_PAYEE_LENGTH} characters.`,
        read: (typed) => typed.trim(),
      },
    },
    schema: z.object({ school: z.string(), payee: text({ min: 1, max: MAX_PAYEE_LENGTH }) }),
    submit: async ({ scope, values: { school, payee }, page }) => {
      await requireSchool(school);
      return `${page}?done=${await enterPayee(scope, school, payee)}`;
    },
  }),
};
