import { encryptCarriedPath } from "#app/carried-path.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { otherPath, pathWithQuery, switchPath, verifyPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { personOf, type SessionScope } from "#lib/auth/scopes.ts";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { acceptInvitation, type Joined, SecondFactorRequired } from "#lib/staff/invitations.ts";

const pageOf = ({ fields }: FormPost) =>
  pathWithQuery("/invitation", { token: fields.get("token") ?? "" });

/** Someone who has a second factor proves it first, in a session of their own, and accepts then. */
function pathToProof(session: SessionScope | null, sent: FormPost, cardholderId: string): string {
  const next = pageOf(sent);
  if (!session) return pathWithQuery("/signin", { next });
  return personOf(session) === cardholderId
    ? verifyPath({ next })
    : otherPath({ invited: "1", next });
}

async function pathAfter(joined: Joined, { caller }: FormPost): Promise<string> {
  const { context, email, passwordToken, needsLink } = joined;
  const next = switchPath({ to: context });
  const carried = (await encryptCarriedPath(next)) ?? "";
  if (passwordToken) return pathWithQuery("/set-password", { token: passwordToken, next: carried });
  if (needsLink) {
    await requestPasswordReset(email, caller, carried);
    return pathWithQuery("/forgot-password", { done: "sent", joined: "1", next });
  }
  // They proved their second factor in this session.
  return next;
}

export const forms = {
  /** Accepts an invitation, and leads to the team: at once, or by way of a password. */
  accept: publicForm({
    page: pageOf,
    fields: { token: { secret: true } },
    submit: async ({ values, ...sent }) => {
      const session = await currentSession();
      try {
        const joined = await acceptInvitation(values.token, session);
        // The page says why not.
        return joined ? pathAfter(joined, sent) : pageOf(sent);
      } catch (error) {
        if (!(error instanceof SecondFactorRequired)) throw error;
        return pathToProof(session, sent, error.cardholderId);
      }
    },
  }),
};
