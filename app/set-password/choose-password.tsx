import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import type { UnacceptedLink } from "#lib/accounts/acceptance/queries.ts";
import { MAX_REFUSED } from "#lib/cardholders/password/links.ts";
import type { FormErrors } from "../forms/form-state.ts";
import { newPasswordHelp } from "../forms/new-password.ts";

/** Unticked ones are disconnected. */
function LinksToAccept({ links }: { links: UnacceptedLink[] }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-strong">These banks say you’re their customer</legend>
      <p className="text-quiet text-small">
        Untick one that isn’t yours. It’s disconnected, and its gifts don’t count as yours.
      </p>
      {links.map(({ accountId, bankName, programName }) => (
        <label key={accountId} className="flex min-h-6 items-center gap-1">
          <input type="hidden" name="shown" value={accountId} />
          <input type="checkbox" name="accepted" value={accountId} defaultChecked />
          <span>
            {bankName}, {programName}
          </span>
        </label>
      ))}
    </fieldset>
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
