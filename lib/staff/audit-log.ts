/** A tenant's audit log. */
import { type ActorId, nameOfActor, readActor } from "../auth/actors.ts";
import { audit } from "../auth/audit.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../auth/audit-actions.ts";
import type { StaffScope } from "../auth/scopes.ts";
import type { TenantName } from "../auth/tenants.ts";
import type { Page } from "../contract.ts";
import { everyBatch, streamCsv, tableOf } from "../csv.ts";
import { listKey, positionAfter } from "../cursor.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { pageOf } from "../pagination/pages.ts";
import { type LogFilters, type LogRow, logEntries } from "./sql.ts";

/** With what people read: who did it, what they did, and to whom or what; null if that is themselves, or the team. */
export type LogEntry = Omit<LogRow, "subjectName"> & {
  who: string;
  what: string;
  about: string | null;
};

/** As people read it. What isn't known by a name is shown as it is. */
function describe(row: LogRow, tenant: TenantName): LogEntry {
  const { subjectName, ...entry } = row;
  const { email, keyName, action, subject, details } = entry;
  const actor = readActor(entry.actor);
  const what = Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction] : action;
  const named = details as { email?: string; name?: string } | null;
  const person = named?.email;
  const name = action.startsWith("service-key.") ? named?.name : subjectName;
  const isOwn = [tenant, tenant.replace(/^\w+:/, ""), actor.id].includes(subject);
  return {
    ...entry,
    who: email ?? (keyName === null ? labelOf(actor) : `Service key ${keyName}`),
    what,
    about: person === email ? null : (person ?? name ?? (isOwn ? null : subject)),
  };
}

function labelOf(actor: ActorId): string {
  if (actor.kind === "operator") return actor.id ? `Operator (${actor.id})` : "Operator";
  return actor.kind === "key" ? `API key ${actor.id}` : nameOfActor(actor);
}

/** Counted for a page, so that a long log isn't read for it. */
export const MAX_COUNTED = 1_000;

/**
 * A page of the log, newest first. Its total is `MAX_COUNTED + 1` if there are more.
 * @throws InvalidInput `cursor_invalid`
 */
export async function listAuditLog(
  scope: StaffScope,
  { limit, cursor, ...filters }: LogFilters & { limit: number; cursor?: string | undefined },
): Promise<Page<LogEntry>> {
  const key = listKey("audit-log", scope.tenant, filters);
  const after = positionAfter(key, cursor);
  const all = logEntries(scope.tenant, filters);
  const page = all
    .$if(after !== undefined, (of) => of.where("a.id", "<", Number(after?.[1])))
    .orderBy("a.id", "desc")
    .limit(limit + 1);
  const counted = kysely
    .selectFrom(
      all
        .clearSelect()
        .select("a.id")
        .limit(MAX_COUNTED + 1)
        .as("counted"),
    )
    .select((of) => of.fn.countAll<number>().as("n"));
  const [rows, [total]] = await Promise.all([run(page), run(counted)]);
  return pageOf(
    { key, limit },
    { rows, total: total?.n ?? 0 },
    ({ at, id }) => [at.toISOString(), String(id)],
    (row) => describe(row, scope.tenant),
  );
}

const BATCH = 500;

/** The whole log, oldest first, in batches, as of when it starts. */
export async function* readAuditLog(
  scope: StaffScope,
  filters: LogFilters = {},
): AsyncGenerator<LogEntry[]> {
  const [newest] = await run(
    logEntries(scope.tenant, filters)
      .clearSelect()
      .select((of) => of.fn.max("a.id").as("id")),
  );
  const entries = logEntries(scope.tenant, filters).where("a.id", "<=", newest?.id ?? 0);
  const batches = everyBatch(
    (after) => run(entries.where("a.id", ">", after).orderBy("a.id").limit(BATCH)),
    0,
    (last) => last.id,
  );
  for await (const batch of batches) yield batch.map((row) => describe(row, scope.tenant));
}

/** For programs, then for people. */
const LOG = tableOf<LogEntry>({
  id: ({ id }) => String(id),
  at: ({ at }) => at.toISOString(),
  actor: ({ actor }) => actor,
  email: ({ email }) => email ?? "",
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  details: ({ details }) => (details === null ? "" : JSON.stringify(details)),
  who: ({ who }) => who,
  what: ({ what }) => what,
  about: ({ about }) => about ?? "",
});

/** The whole log as a CSV file, which is in the log itself. */
export async function exportAuditLog(scope: StaffScope, filters: LogFilters) {
  await transaction((tx) =>
    audit(tx, scope, "audit-log.export", scope.tenant, {
      from: filters.from?.toISOString(),
      to: filters.to?.toISOString(),
    }),
  );
  return streamCsv({ scope, action: "audit-log.read" }, LOG, readAuditLog(scope, filters));
}
