/** Files for members of a kind of team, as `staffPage` makes its pages. */
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import { auditDownload } from "#lib/auth/audit.ts";
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
 */
export function staffFile<Kind extends TenantKind>(
  kind: Kind,
  action: Action<Kind>,
  respond: (props: StaffFileProps<Kind>) => Promise<Response>,
) {
  async function GET(request: Request, { params }: { params?: Promise<Params> } = {}) {
    const { pathname, searchParams } = new URL(request.url);
    const query = Object.fromEntries(searchParams);
    const scope = await requireStaff(kind, action, pathname, query);
    if (!scope) return plainText(403, "Your role doesn’t include this.");
    const response = await respond({ scope, params: (await params) ?? {}, query });
    const [, name] =
      /filename="(.+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
    // An audit log's file records itself, so that it's in the file.
    if (name && action !== "audit-log.read") await auditDownload(scope, name, query);
    return response;
  }
  return Object.assign(GET, { kind, action });
}

/** A file that's saved, not shown. */
export const csvResponse = ({ body, fileName }: { body: BodyInit; fileName: string }): Response =>
  new Response(body, { headers: fileHeaders("text/csv", fileName) });
