import { roleName } from "#app/context-labels.ts";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery } from "#app/forms/form-state.ts";
import { switchPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { readInvitation } from "#lib/staff/invitations.ts";

export const policy = { react: false };

export const metadata = { title: "Invitation" };

/** The same for every link that can't be accepted. */
const Ended = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <FormPage
    title="This invitation can’t be accepted"
    lead="It has expired, was revoked, or was already accepted."
    intro="Did you just accept it? Then sign in. Otherwise ask whoever invited you for a new one."
  >
    <ButtonLink href={switchPath({})} className="justify-self-start">
      {isSignedIn ? "Go to your teams" : "Sign in"}
    </ButtonLink>
  </FormPage>
);

/** Says who invited whom to what. Opening it accepts nothing, since email programs open links, too. */
export default async function Invitation({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const { token = "" } = query;
  const [invitation, state] = await Promise.all([readInvitation(token), readFormState(query)]);
  if (!invitation) return <Ended isSignedIn={(await currentSession()) !== null} />;
  const { email, role, tenantName, invitedBy, expiresAt } = invitation;
  return (
    <FormPage
      title={
        <>
          Join <bdi>{tenantName}</bdi>
        </>
      }
      lead={
        <>
          <bdi>{invitedBy ?? "Someone who has left the team"}</bdi> invited <bdi>{email}</bdi> to
          join <bdi>{tenantName}</bdi>. Role: {roleName(role)}.
        </>
      }
      intro={
        <>
          You can accept until <Moment at={expiresAt} as="minute" />.
        </>
      }
    >
      <FormStatus state={state} />
      <Form method="post" action="/invitation/accept">
        <input type="hidden" name="token" value={token} />
        <Button>Accept the invitation</Button>
      </Form>
      <p className="text-quiet text-small">
        Every member of a team needs two-step sign-in. If you have it, we’ll ask for your second
        step. If not, you’ll set a password next, and then turn it on. Didn’t expect this? You can
        ignore it.
      </p>
    </FormPage>
  );
}
