import { pageAtCursor } from "#app/page-at-cursor.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Table } from "#components/ui/table.tsx";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { type LogEntry, listAuditLog, MAX_COUNTED } from "#lib/staff/audit-log.ts";
import { type DateFilter, readDateFilter, toTimes } from "./date-filter.ts";
import { StaffFrame, staffPage } from "./staff-page.tsx";

const PER_PAGE = 50;

function Filter({ path, filter }: { path: string; filter: DateFilter }) {
  return (
    <form method="get" action={path} className="mt-3 flex flex-wrap items-end gap-x-2 gap-y-1">
      <Field
        id="from"
        type="date"
        label="From"
        defaultValue={filter.from}
        className="w-[11rem] max-w-full"
      />
      <Field
        id="to"
        type="date"
        label="To"
        defaultValue={filter.to}
        className="w-[11rem] max-w-full"
      />
      <Button look="quiet">Show</Button>
      {Object.keys(filter).length > 0 && <StandaloneLink href={path}>Show all</StandaloneLink>}
    </form>
  );
}

/** "email: sam@example.com, role: viewer" */
function detailsText(details: unknown): string {
  return Object.entries((details ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`)
    .join(", ");
}

const MONO = "font-mono text-fine [overflow-wrap:anywhere]";

function Entries({ entries }: { entries: LogEntry[] }) {
  return (
    <Table
      caption="Audit log, newest first"
      columns={[{ label: "When" }, { label: "Who" }, { label: "Action" }, { label: "What" }]}
      rows={entries.map(({ id, at, actor, email, action, subject, details }) => ({
        key: String(id),
        cells: [
          <Moment key="at" at={at.toISOString()} as="minute" />,
          <bdi key="who">{email ?? actor}</bdi>,
          <span key="action" className={MONO}>
            {action}
          </span>,
          <span key="what" className={MONO}>
            {subject} <span className="text-quiet">{detailsText(details)}</span>
          </span>,
        ],
      }))}
    />
  );
}

/** What was done in a tenant's name, and by whom, for its admins. */
export const auditLogPage = (kind: TenantKind) =>
  staffPage(kind, "audit-log.read", "/audit-log", async ({ scope, base, query }) => {
    const path = `${base}/audit-log`;
    const filter = readDateFilter(query);
    const times = await toTimes(filter);
    const page = await pageAtCursor(query.after, (cursor) =>
      listAuditLog(scope, { ...times, limit: PER_PAGE, cursor }),
    );
    const { items, total, nextCursor, isFirst } = page;
    return (
      <StaffFrame
        current={path}
        title="Audit log"
        intro="Who signed in, and what they changed. Nothing here can be changed or deleted."
      >
        <Filter path={path} filter={filter} />
        <div className="mt-2 flex flex-wrap items-baseline gap-x-2">
          <p className="figures text-quiet">
            {total > MAX_COUNTED ? "More than " : ""}
            {Math.min(total, MAX_COUNTED).toLocaleString("en-US")}{" "}
            {total === 1 ? "entry" : "entries"}
          </p>
          <StandaloneLink href={pathWithQuery(`${path}/export`, filter)}>
            Export as CSV
          </StandaloneLink>
        </div>
        {items.length > 0 ? <Entries entries={items} /> : <p>No matching entries</p>}
        {(!isFirst || nextCursor) && (
          <nav aria-label="Pages" className="flex gap-3 pt-1">
            {!isFirst && (
              <StandaloneLink href={pathWithQuery(path, filter)}>Newest entries</StandaloneLink>
            )}
            {nextCursor && (
              <StandaloneLink href={pathWithQuery(path, { ...filter, after: nextCursor })}>
                Earlier entries
              </StandaloneLink>
            )}
          </nav>
        )}
      </StaffFrame>
    );
  });
