import { Fragment } from "react";
import { chosenFilters } from "#app/filters.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { ExportLink } from "#components/desk/filters.tsx";
import { column, List } from "#components/desk/list.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { DayFields } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { exportAuditLog, type LogEntry, listAuditLog, MAX_COUNTED } from "#lib/staff/audit-log.ts";
import { formatCount } from "#lib/text.ts";
import { DATE_FILTERS, type DateFilter, toTimes } from "./date-filter.ts";
import { csvResponse, staffFile } from "./staff-file.ts";
import { StaffFrame, staffPage } from "./staff-page.tsx";

function Filter({ path, filter }: { path: string; filter: DateFilter }) {
  return (
    <form method="get" action={path} className="mt-3 flex flex-wrap items-end gap-x-2 gap-y-1">
      <DayFields {...filter} className="w-[11rem] max-w-full" />
      <Button look="quiet">Apply</Button>
      {Object.keys(filter).length > 0 && <StandaloneLink href={path}>Show all</StandaloneLink>}
    </form>
  );
}

/** Not shown: the address is the entry's subject, and IDs are for programs, which read the export. */
const isHidden = (name: string) => name === "email" || /(Id|_id)$/.test(name);

/** "endedSessions" as "Ended sessions", "minimum_donation_usd" as "Minimum donation (USD)". */
const wordsOf = (name: string) =>
  name
    .replace(/_|(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/ usd$/, " (USD)")
    .replace(/^\w/, (first) => first.toUpperCase());

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The file has all of a long list. */
const MAX_LISTED = 20;

function Value({ value }: { value: unknown }) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "none";
  const more = Array.isArray(value) && value.length > MAX_LISTED ? ["…"] : [];
  const text = Array.isArray(value)
    ? [...value.slice(0, MAX_LISTED), ...more].join(", ")
    : String(value);
  return ISO_TIME.test(text) ? <Moment at={text} as="minute" /> : <bdi>{text}</bdi>;
}

/** "Role: viewer" */
function detailsOf(details: unknown) {
  // By name, so that "from" comes before "to": the database keeps no order.
  const shown = Object.entries((details ?? {}) as Record<string, unknown>)
    .filter(([name]) => !isHidden(name))
    .sort(([one], [other]) => one.localeCompare(other));
  if (shown.length === 0) return null;
  return (
    <span className="text-fine text-quiet">
      {shown.map(([name, value], n) => (
        <Fragment key={name}>
          {n > 0 && ", "}
          {wordsOf(name)}: <Value value={value} />
        </Fragment>
      ))}
    </span>
  );
}

const Entries = ({ entries }: { entries: LogEntry[] }) => (
  <List<LogEntry>
    caption="Audit log, newest first"
    columns={[
      column("What", "rest", ({ what }) => what),
      column("About", "text", ({ about }) => about && <bdi>{about}</bdi>),
      column("Who", "text", ({ who }) => <bdi>{who}</bdi>),
      column("When", "fund", ({ at }) => <Moment at={at} as="minute" />),
    ]}
    rows={entries}
    noteOf={({ details }) => detailsOf(details)}
  />
);

/** What was done in a tenant's name, and by whom, for its admins. */
export const auditLogPage = (kind: TenantKind) =>
  staffPage(
    kind,
    "audit-log.read",
    "/audit-log",
    async (page) => {
      const { scope, path, query } = page;
      const filter = chosenFilters(query, DATE_FILTERS);
      const times = await toTimes(scope, filter);
      const list = await listPage(query, (at) => listAuditLog(scope, { ...times, ...at }));
      const { items, total } = list;
      return (
        <StaffFrame
          page={page}
          title="Audit log"
          intro="Who signed in, and what they changed. Nothing here can be changed or deleted."
          end={
            <ExportLink
              href={pathWithQuery(`${path}/export`, filter)}
              count={total > MAX_COUNTED ? null : total}
            />
          }
        >
          <Filter path={path} filter={filter} />
          <p className="figures mt-2 text-quiet">
            {total > MAX_COUNTED ? "More than " : ""}
            {formatCount(Math.min(total, MAX_COUNTED), "entry", "entries")}
          </p>
          {items.length > 0 ? <Entries entries={items} /> : <p>No matching entries</p>}
          <PageLinks path={path} query={filter} {...list} />
        </StaffFrame>
      );
    },
    DATE_FILTERS,
  );

/** The same as a file. */
export const auditLogExport = (kind: TenantKind) =>
  staffFile(kind, "audit-log.read", DATE_FILTERS, async ({ scope, query }) => {
    const filter = chosenFilters(query, DATE_FILTERS);
    const body = await exportAuditLog(scope, await toTimes(scope, filter));
    const days = [filter.from, filter.to].filter(Boolean).map((day) => `-${day}`);
    return csvResponse({ body, fileName: `audit-log${days.join("")}.csv` });
  });
