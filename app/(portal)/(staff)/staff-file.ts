/** Files for members of a kind of team, as `staffPage` makes its pages. */
import { type Filters, filterProblem } from "#app/filters.ts";
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import type { Action } from "#lib/auth/permissions.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";

type Params = Record<string, string>;

type StaffFileProps<Kind extends TenantKind> = {
  scope: Extract<StaffScope, { kind: Kind }>;
  params: Params;
  query: Record<string, string>;
};

/**
 * A route with a file.
 * @param action what it shows, which the member's role must include
 * @param respond makes the file for a member who may have it
 * @param filters those that its query may have
 */
export function staffFile<Kind extends TenantKind>(
  kind: Kind,
  action: Action<Kind>,
  respond: (props: StaffFileProps<Kind>) => Promise<Response>,
  filters: Filters = {},
) {
  async function GET(request: Request, { params }: { params?: Promise<Params> } = {}) {
    const { pathname, searchParams } = new URL(request.url);
    const query = Object.fromEntries(searchParams);
    const scope = await requireStaff(kind, action, pathname, query);
    if (!scope) return plainText(403, "Your role doesn’t include this.");
    const problem = filterProblem(query, filters);
    if (problem) return plainText(400, problem);
    return respond({ scope, params: (await params) ?? {}, query });
  }
  return Object.assign(GET, { kind, action, filters });
}

/** A file that's saved, not shown. */
export const csvResponse = ({ body, fileName }: { body: BodyInit; fileName: string }): Response =>
  new Response(body, { headers: fileHeaders("text/csv", fileName) });
