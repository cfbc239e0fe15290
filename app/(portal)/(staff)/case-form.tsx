/** Answering a donor who says that something is wrong with a gift: the form that all teams have. */
import { collapseWhitespace, type FieldTable } from "#app/forms/fields.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { Button } from "#components/ui/button.tsx";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { caseAnswer } from "#lib/cases/contract.ts";
import { answerCase } from "#lib/cases/mutations.ts";
import type { CaseRow } from "#lib/cases/sql.ts";
import { StaffForm, type StaffPage } from "./staff-page.tsx";

const FIELDS: FieldTable = {
  answer: {
    as: "area",
    label: "Answer to the donor",
    help: "The donor gets it by email, and finds it with the gift. It ends the case.",
    blank: "Enter an answer.",
    read: collapseWhitespace,
  },
};

export const answerForm = (kind: TenantKind) =>
  staffForm(kind, "cases.answer", {
    fields: FIELDS,
    schema: caseAnswer,
    submit: async ({ scope, fields, values, page }) => {
      const isAnswered = await answerCase(scope, fields.get("case_id") ?? "", values);
      return `${page}?done=${isAnswered ? "answered" : "ended"}`;
    },
  });

/** Shown once. */
export const ANSWER_FLASHES = {
  answered: "Answered. The donor gets it by email",
  ended: "This case had ended before",
};

type AnswerProps = { page: StaffPage; found: CaseRow; look?: "main" | "quiet" };

export const AnswerForm = ({ page, found, look }: AnswerProps) => (
  <StaffForm
    page={page}
    action="answer"
    form={{ fields: FIELDS }}
    className="mt-2 grid max-w-form gap-2"
  >
    <input type="hidden" name="case_id" value={found.id} />
    {found.kind === "not_mine" && (
      <p className="text-quiet">
        An answer means that the gift stands: if it’s being held, it’s sent to the school.
      </p>
    )}
    <Button look={look} className="justify-self-start">
      Answer the donor
    </Button>
  </StaffForm>
);
