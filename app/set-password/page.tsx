import { decryptCarriedPath } from "#app/carried-path.ts";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { FormFields } from "#app/forms/form-fields.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Choice, Choices } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { HiddenUsername } from "#components/ui/hidden-username.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { listUnacceptedLinks, type UnacceptedLink } from "#lib/accounts/acceptance/queries.ts";
import { type Factors, readUndoable } from "#lib/cardholders/mfa/queries.ts";
import { MAX_REFUSED_PASSWORDS, readLinkState } from "#lib/cardholders/password/links.ts";
import { AskForLink } from "../forgot-password/ask-for-link.tsx";
import { forms } from "./forms.ts";
import { isSomeoneElses } from "./owner.ts";

export const policy = { react: false };

export const generateMetadata = titled("Choose a password");

/** Bank links to confirm. Unchecked ones are disconnected. */
function LinksToAccept({ links }: { links: UnacceptedLink[] }) {
  const isOne = links.length === 1;
  return (
    <Choices
      id="links"
      label={isOne ? "This bank says you’re its customer" : "These banks say you’re their customer"}
      help={`Uncheck ${isOne ? "it if it" : "one that"} isn’t yours. It’s disconnected, and its gifts don’t count as yours.`}
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

/** A first second factor, added lately. If it isn't the owner's, they couldn't sign in with the new password. */
function FactorsToRemove({ factors: { appSince, passkeys } }: { factors: Factors }) {
  const names = passkeys.map(({ name }) => `a passkey named “${name}”`);
  const what = [...names, ...(appSince ? ["an authenticator app"] : [])].join(", ");
  return (
    <Choices
      id="undo"
      label="Two-step sign-in was turned on recently"
      help={`With ${what}. You’ll need it to sign in, unless you remove it here.`}
    >
      <Choice
        type="checkbox"
        id="undo-factors"
        name="undo"
        value="1"
        label="I didn’t add this. Remove it."
      />
    </Choices>
  );
}

type Expired = {
  next: string | undefined;
  /** Whether the link was used up by rejected passwords. */
  wasRefused: boolean;
};

/** For an invalid link, with a form to request a new one. */
function LinkExpired({ next, wasRefused }: Expired) {
  const signIn = pathWithQuery("/signin", { next });
  return (
    <FormPage
      title={wasRefused ? "This link no longer works" : "This link has expired or was already used"}
      lead={`${wasRefused ? "Five passwords were refused because they’re easy to guess. " : ""}We can email you a new one.`}
      intro={
        <>
          Just set your password with it? <TextLink href={signIn}>Sign in</TextLink>
        </>
      }
    >
      <AskForLink next={next} />
    </FormPage>
  );
}

export default async function SetPassword({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const { token = "", next } = query;
  const { cardholderId, email, isMember, triesLeft } = await readLinkState(token);
  if (!cardholderId || triesLeft === 0) {
    const wasRefused = cardholderId !== null;
    return <LinkExpired next={await decryptCarriedPath(next)} wasRefused={wasRefused} />;
  }
  const undoable = await readUndoable(cardholderId);
  const links = isMember ? [] : await listUnacceptedLinks({ cardholderId });
  const state = await readFormState(query);
  return (
    <FormPage
      title="Choose a password"
      intro="You’ll use it to sign in from now on. You’ll be signed out everywhere you’re signed in now."
    >
      <FormStatus title="Your password isn’t set yet" state={state} />
      {(await isSomeoneElses(token)) && (
        <Notice>
          This browser is signed in with a different email address than the one that got this link.
          You’re about to set the password for the one that got it.
        </Notice>
      )}
      {triesLeft < MAX_REFUSED_PASSWORDS && (
        <p>
          {triesLeft === 1
            ? "You can try one more password with this link."
            : `You can try ${triesLeft} more passwords with this link.`}
        </p>
      )}
      <Form method="post" action="/set-password/submit" className="grid gap-3">
        <input type="hidden" name="token" value={token} />
        {next && <input type="hidden" name="next" value={next} />}
        <HiddenUsername email={email} />
        <FormFields form={forms.submit} state={state} />
        {undoable && <FactorsToRemove factors={undoable} />}
        {links.length > 0 && <LinksToAccept links={links} />}
        <Button>Set password</Button>
      </Form>
    </FormPage>
  );
}
