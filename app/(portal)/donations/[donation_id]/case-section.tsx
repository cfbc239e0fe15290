import { FormStatus } from "#app/form-page.tsx";
import { FormFields } from "#app/forms/form-fields.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { answererOf } from "#lib/cases/queries.ts";
import type { CaseRow } from "#lib/cases/sql.ts";
import { CASE_WORDS } from "../../case-words.ts";
import { forms } from "./forms.ts";

type CaseProps = {
  donationId: string;
  /** The latest that the donor has reported. */
  found: CaseRow | null;
  /** The form's state, if it was rejected. */
  state: FormState | null;
};

function Reported({ found }: { found: CaseRow }) {
  const { kind, words, createdAt, endedAt, answer } = found;
  const isAnswered = answer !== null;
  return (
    <Notice
      tone={isAnswered ? "completed" : "plain"}
      title={isAnswered ? `${answererOf(found)} answered` : "You told us that something is wrong"}
    >
      {isAnswered && <p className="wrap-anywhere">{answer}</p>}
      <p className="text-quiet wrap-anywhere">
        {CASE_WORDS[kind].choice}: “{words}” <Moment at={createdAt} as="day" />
      </p>
      {endedAt === null && (
        <p>{found.bankName} is looking into it. We’ll email you the answer, and show it here.</p>
      )}
    </Notice>
  );
}

/** What the donor has reported about the gift, with the answer, and the form that reports something. */
export const CaseSection = ({ donationId, found, state }: CaseProps) => (
  <div id="case" className="mt-3 grid gap-2">
    {found && (found.endedAt === null || found.answer !== null) && <Reported found={found} />}
    {found?.endedAt !== null && (
      <details open={state !== null}>
        <summary className="link-alone">Something’s wrong with this gift</summary>
        <div className="mt-1 grid max-w-form gap-2">
          <FormStatus title="This wasn’t sent" state={state} />
          <Form method="post" action={`/donations/${donationId}/report`} className="grid gap-2">
            <FormFields form={forms.report} state={state} />
            <div>
              <Button look="quiet">Tell us</Button>
            </div>
          </Form>
        </div>
      </details>
    )}
  </div>
);
