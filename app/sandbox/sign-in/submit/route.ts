/** Signs in with one of the sandbox's links. */
import { publicForm } from "#app/forms/form-route.ts";
import { homeOf, pathWithQuery } from "#app/paths.ts";
import { sessionCookiesFor } from "#app/session.ts";
import { signInByLink } from "#lib/sandbox/sign-in-links.ts";
import { isLocalVisit } from "../local-visit.ts";

const submit = publicForm({
  page: ({ fields }) => pathWithQuery("/sandbox/sign-in", { token: fields.get("token") ?? "" }),
  secrets: ["token"],
  submit: async ({ fields, caller }) => {
    const token = fields.get("token") ?? "";
    const scope = await signInByLink(token, caller.userAgent);
    // The page says why not.
    if (!scope) return pathWithQuery("/sandbox/sign-in", { token });
    return { path: homeOf(scope.tenant), cookies: await sessionCookiesFor(scope) };
  },
});

export const POST: typeof submit = async (request, context) =>
  isLocalVisit(request.headers) ? submit(request, context) : new Response(null, { status: 404 });
