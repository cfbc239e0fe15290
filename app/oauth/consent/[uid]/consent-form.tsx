import type { FormErrors } from "#app/forms/form-errors.ts";
import { Facts } from "#components/portal/facts.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { OpenLink } from "#lib/accounts/consent.ts";

const LIST = "mt-1 grid list-disc gap-1 pl-2.5";

/** What the cardholder agrees to. The names come from the bank and are rendered as plain text. */
function ConsentFacts({ link }: { link: OpenLink }) {
  const bank = <bdi>{link.bankName}</bdi>;
  const program = link.programName ?? link.loyaltyProgramId;
  return (
    <>
      <Facts facts={{ "Rewards program": <bdi>{program}</bdi> }} />
      <section aria-labelledby="may">
        <h2 id="may" className="font-strong">
          What {bank} can do
        </h2>
        <ul className={LIST}>
          <li>Submit gifts that you make in its app, paid with your points.</li>
          <li>Let you give from here: you choose the gift, and it takes the points.</li>
          <li>See the gifts paid with these points: school, amount, date, and message.</li>
        </ul>
      </section>
      <section aria-labelledby="may-not">
        <h2 id="may-not" className="font-strong">
          What it can’t see
        </h2>
        <ul className={LIST}>
          <li>Your other banks, and gifts paid with their points.</li>
          <li>Your profile, your password, and the schools you follow.</li>
        </ul>
      </section>
      <p className="text-quiet">
        You can disconnect it at any time in your settings, under Rewards accounts.
      </p>
    </>
  );
}

type Props = {
  path: string;
  token: string;
  /** The masked email address that the bank has, if it differs from the signed-in account's. */
  otherEmail: string | null;
  email: string;
  errors: FormErrors;
  link: OpenLink;
};

/** The decision, with both buttons always in sight. It works without JavaScript. */
export function ConsentForm({ path, token, otherEmail, email, errors, link }: Props) {
  return (
    <Form method="post" action={`${path}/submit`} className="mt-1 grid gap-2.5">
      <ErrorSummary title="Your account isn’t connected yet" errors={errors} />
      <ConsentFacts link={link} />
      <input type="hidden" name="approver" value={token} />
      {otherEmail !== null && (
        <Choices
          id="confirm"
          label="Your bank has a different email address for you"
          help={
            <>
              It has <bdi>{otherEmail}</bdi>. If you continue, gifts and receipts go to{" "}
              <bdi>{email}</bdi>. If that isn’t you, decline.
            </>
          }
          error={errors.confirm}
        >
          <Choice
            type="checkbox"
            id="confirm-yes"
            name="confirm"
            value="yes"
            label={
              <>
                Yes, connect it to <bdi>{email}</bdi>
              </>
            }
          />
        </Choices>
      )}
      <div
        data-sticky
        className="-mx-2 sticky bottom-0 flex flex-wrap gap-1.5 border-line border-t bg-paper px-2 py-1.5 *:flex-[1_1_8rem] *:px-1.5 wide:mx-0 wide:px-0"
      >
        <Button name="decision" value="approve">
          Connect
        </Button>
        <Button look="quiet" name="decision" value="decline">
          Don’t connect
        </Button>
      </div>
    </Form>
  );
}
