/** Signs in with one of the sandbox's links. */
import { publicForm } from "#app/forms/form-route.ts";
import { homeOf, pathWithQuery } from "#app/paths.ts";
import { sessionCookiesFor } from "#app/session.ts";
import { signInByLink } from "#lib/sandbox/sign-in-links.ts";
import { isLocalVisit } from "../local-visit.ts";

const submit = publicForm({
  page: ({ fields }) => pathWithQuery("/sandbox/sign-in", { token: fields.get("token") ?? "" }),
  fields: { token: { secret: true } },
  submit: async ({ values: { token }, caller }) => {
    const scope = await signInByLink(token, caller.userAgent);
    // The page says why not.
    if (!scope) return pathWithQuery("/sandbox/sign-in", { token });
    return { path: homeOf(scope.tenant), cookies: await sessionCookiesFor(scope) };
  },
});

type Context = Parameters<typeof submit>[1];

export const POST = async (request: Request, context: Context): Promise<Response> =>
  isLocalVisit(request.headers) ? submit(request, context) : new Response(null, { status: 404 });
