/** Accepts an invitation, and leads to the sign-in, which leads to the team. */
import { encryptCarriedPath } from "#app/carried-path.ts";
import { type FormPost, publicForm } from "#app/forms/form-route.ts";
import { otherPath, pathWithQuery, switchPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { personOf } from "#lib/auth/scopes.ts";
import { acceptInvitation, type Joined } from "#lib/staff/invitations.ts";

const pageOf = ({ fields }: FormPost) =>
  pathWithQuery("/invitation", { token: fields.get("token") ?? "" });

async function pathAfter({ context, cardholderId, passwordToken }: Joined): Promise<string> {
  const next = switchPath({ to: context });
  if (passwordToken) {
    const carried = (await encryptCarriedPath(next)) ?? "";
    return pathWithQuery("/set-password", { token: passwordToken, next: carried });
  }
  const session = await currentSession();
  if (session && personOf(session) !== cardholderId) return otherPath({ joined: "1", next });
  return session ? next : pathWithQuery("/signin", { joined: "1", next });
}

export const POST = publicForm({
  page: pageOf,
  submit: async (sent) => {
    const joined = await acceptInvitation(sent.fields.get("token") ?? "");
    // The page says why not.
    return joined ? pathAfter(joined) : pageOf(sent);
  },
});
