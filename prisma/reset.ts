/** Brings a sandbox back to what its first start held. */
import { setTimeout as delay } from "node:timers/promises";
import { audit } from "#lib/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { type Transaction, transaction } from "#lib/database/transaction.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { SEED_LOCK, seedSandbox } from "./seed.ts";

// Requests that are under way hold the tables, and later ones wait behind us: so we wait for less than
// they do, let them pass and come back.
const LOCK_TIMEOUT_MS = 300;
const TABLES_ARE_BUSY = new Set(["55P03", "40P01"]);
const PATIENCE_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 500;

/** Kept: the demonstration bank's row and keys. Whoever holds one, or frames the flow, works on. */
const KEPT = [
  ["bank", `id = '${DEMO_BANK_ID}'`],
  ["api_key", `bank_id = '${DEMO_BANK_ID}' and revoked_at is null`],
] as const;

/** A database that production has used: somebody's settings point to the wrong one. */
export class ProductionFound extends Error {
  override name = "ProductionFound";
}

async function empty(tx: Transaction, scope: SystemScope): Promise<void> {
  await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await tx.query("select pg_advisory_xact_lock($1)", [SEED_LOCK]);
  const live = await tx.query("select from api_key where environment <> 'sandbox' limit 1");
  if (live.rowCount) throw new ProductionFound("This database holds keys of production.");
  const { rows } = await tx.query<{ tables: string }>(
    `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
     where schemaname = current_schema() and tablename <> '_prisma_migrations'`,
  );
  for (const [table, which] of KEPT) {
    await tx.query(
      `create temporary table kept_${table} on commit drop as select * from ${table} where ${which}`,
    );
  }
  await tx.query(`truncate ${rows[0]?.tables}`);
  for (const [table] of KEPT) await tx.query(`insert into ${table} select * from kept_${table}`);
  await audit(scope, "demo.reset", "all", {}, tx);
}

async function emptyWhenFree(scope: SystemScope): Promise<void> {
  for (const begun = Date.now(); ; await delay(ASK_AGAIN_AFTER_MS)) {
    try {
      return await transaction((tx) => empty(tx, scope));
    } catch (error) {
      const isBusy = TABLES_ARE_BUSY.has((error as { code?: string }).code ?? "");
      if (!isBusy || Date.now() - begun > PATIENCE_MS) throw error;
    }
  }
}

/**
 * Removes everything, other banks and the audit log included, and seeds anew. The demonstration keeps its
 * keys and, where `dataDir` holds it, its password. Cut off in between, the next start seeds.
 * @throws ProductionFound
 */
export async function resetSandbox(
  scope: SystemScope,
  dataDir: string,
  progress: (line: string) => void,
): Promise<void> {
  const inbox = { bankId: DEMO_BANK_ID, url: { endsWith: "/sandbox/inbox" } };
  // Where the running process has it: ours may have another port.
  const pointed = await db().webhookEndpoint.findFirst({ where: inbox, select: { url: true } });
  await emptyWhenFree(scope);
  await seedSandbox(dataDir, progress);
  if (pointed) await db().webhookEndpoint.updateMany({ where: inbox, data: pointed });
}
