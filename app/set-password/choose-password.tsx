import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import type { UnacceptedLink } from "#lib/accounts/acceptance/queries.ts";
import { MAX_REFUSED } from "#lib/cardholders/password/links.ts";
import type { FormErrors } from "../forms/form-state.ts";
import { newPasswordHelp } from "../forms/new-password.ts";

/** Unticked ones are disconnected. */
function LinksToAccept({ links }: { links: UnacceptedLink[] }) {
  const isOne = links.length === 1;
  return (
    <Choices
      id="links"
      legend={
        isOne ? "This bank says you’re its customer" : "These banks say you’re their customer"
      }
      help={`Untick ${isOne ? "it if it" : "one that"} isn’t yours. It’s disconnected, and its gifts don’t count as yours.`}
    >
      {links.map(({ accountId, bankName, programName }) => (
        <div key={accountId}>
          <input type="hidden" name="shown" value={accountId} />
          <Choice
            type="checkbox"
            id={`accept-${accountId}`}
            name="accepted"
            value={accountId}
            label={`${bankName}, ${programName}`}
            defaultChecked
          />
        </div>
      ))}
    </Choices>
  );
}

/** The form behind a valid link. */
export function ChoosePassword({
  token,
  next,
  triesLeft,
  links,
  errors,
}: {
  token: string;
  /** How many passwords can be tried. */
  triesLeft: number;
  /** Where to go on after the sign-in, sealed. */
  next: string | undefined;
  /** What banks say, for the reader to confirm. */
  links: UnacceptedLink[];
  errors: FormErrors;
}) {
  return (
    <>
      <h1 className="display text-balance text-d40 wide:text-d64">Choose a password</h1>
      <p className="mt-1 text-quiet">
        You’ll use it to sign in from now on. You’ll be signed out everywhere you’re signed in now.
      </p>
      <div className="mt-3 grid gap-3">
        <ErrorSummary title="Your password isn’t set yet" errors={errors} />
        {triesLeft < MAX_REFUSED && (
          <p>
            {triesLeft === 1
              ? "You can try one more password with this link."
              : `You can try ${triesLeft} more passwords with this link.`}
          </p>
        )}
        <Form method="post" action="/set-password/submit" className="grid gap-3">
          <input type="hidden" name="token" value={token} />
          {next && <input type="hidden" name="next" value={next} />}
          <PasswordField
            id="new_password"
            label="New password"
            help={newPasswordHelp()}
            autoComplete="new-password"
            error={errors.new_password}
          />
          {links.length > 0 && <LinksToAccept links={links} />}
          <Button>Set password</Button>
        </Form>
      </div>
    </>
  );
}
