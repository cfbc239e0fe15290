/** A tenant's audit log as a file, with the page's filter. */
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import type { Action } from "#lib/auth/permissions.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";
import { exportAuditLog } from "#lib/staff/audit-log.ts";
import { readDateFilter, toTimes } from "./date-filter.ts";

export function auditLogExport(kind: TenantKind) {
  const action: Action = "audit-log.read";
  async function GET(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const query = Object.fromEntries(searchParams);
    const scope = await requireStaff(kind, action, pathname, query);
    if (!scope) return plainText(403, "Your role doesn’t include this.");
    const filter = readDateFilter(query);
    const body = await exportAuditLog(scope, await toTimes(filter));
    const days = [filter.from, filter.to].filter(Boolean).map((day) => `-${day}`);
    return new Response(body, {
      headers: fileHeaders("text/csv", `audit-log${days.join("")}.csv`),
    });
  }
  return Object.assign(GET, { kind, action });
}
