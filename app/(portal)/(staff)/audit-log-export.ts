/** A tenant's audit log as a file, with the page's filter. */
import { chosenFilters } from "#app/filters.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { exportAuditLog } from "#lib/staff/audit-log.ts";
import { DATE_FILTERS, toTimes } from "./date-filter.ts";
import { csvResponse, staffFile } from "./staff-file.ts";

export const auditLogExport = (kind: TenantKind) =>
  staffFile(kind, "audit-log.read", DATE_FILTERS, async ({ scope, query }) => {
    const filter = chosenFilters(query, DATE_FILTERS);
    const body = await exportAuditLog(scope, await toTimes(scope, filter));
    const days = [filter.from, filter.to].filter(Boolean).map((day) => `-${day}`);
    return csvResponse({ body, fileName: `audit-log${days.join("")}.csv` });
  });
