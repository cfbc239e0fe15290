/** Files for members of a kind of team, as `staffPage` makes its pages. */
import { type Filters, filterProblem } from "#app/filters.ts";
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import { auditDownload } from "#lib/auth/audit.ts";
import type { Action } from "#lib/auth/permissions.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { ServiceError } from "#lib/errors.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";

const BUSY = "Your team is downloading other files right now. Try again when they’re complete.";

type Params = Record<string, string>;

type StaffFileProps<Kind extends TenantKind> = {
  scope: Extract<StaffScope, { kind: Kind }>;
  params: Params;
  query: Record<string, string>;
  /** The rows that a list's checkboxes have selected. */
  selected: string[];
};

/**
 * A route with a file.
 * @param action what it shows, which the member's role must include
 * @param filters those that its query may have
 * @param respond makes the file for a member who may have it
 */
export function staffFile<Kind extends TenantKind>(
  kind: Kind,
  action: Action<Kind>,
  filters: Filters,
  respond: (props: StaffFileProps<Kind>) => Promise<Response>,
) {
  async function GET(request: Request, { params }: { params?: Promise<Params> } = {}) {
    const { pathname, searchParams } = new URL(request.url);
    const query = Object.fromEntries(searchParams);
    const scope = await requireStaff(kind, action, pathname, query);
    if (!scope) return plainText(403, "Your role doesn’t include this.");
    const problem = filterProblem(query, filters);
    if (problem) return plainText(400, problem);
    try {
      const response = await respond({
        scope,
        params: (await params) ?? {},
        query,
        selected: searchParams.getAll("selected"),
      });
      const [, name] =
        /filename="(.+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
      // An audit log's file records itself, so that it's in the file.
      if (name && action !== "audit-log.read") await auditDownload(scope, name, query);
      return response;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      const { code, status, message, headers } = thrown;
      return plainText(status, code === "RATE_LIMITED" ? BUSY : message, headers);
    }
  }
  return Object.assign(GET, { kind, action, filters });
}

/** A file that's saved, not shown. */
export const csvResponse = ({ body, fileName }: { body: BodyInit; fileName: string }): Response =>
  new Response(body, { headers: fileHeaders("text/csv", fileName) });
