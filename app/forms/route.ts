/** All forms: Next.js sends what is posted to a form's address here (next.config.ts). */
import { patternOf } from "#lib/http/router.ts";
import { forms } from "../../generated/forms.ts";

export const policy = { server: "internal" };

const FORMS = forms.map(({ path, form }) => ({ pattern: patternOf(path), form }));

export async function POST(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const { pattern, form } of FORMS) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return form(request, { params: Promise.resolve(Object.fromEntries(params)) });
  }
  return new Response(null, { status: 404 });
}
