/** Resets a sandbox to its initial data. */
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { affected, run } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "#lib/database/transaction.ts";
import { retryWhileBusy, setTableLockTimeout, truncateAll } from "#lib/database/whole-tables.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { SEED_LOCK, seedSandbox } from "./seed.ts";

/** The database belongs to production: the settings point to the wrong one. */
export class ProductionFound extends Error {
  override name = "ProductionFound";
}

/**
 * Keeps the demo bank's row and keys, so that apps with a key, or pages that frame the flow, keep working.
 */
async function emptyTables(tx: Transaction, scope: SystemScope): Promise<void> {
  await setTableLockTimeout(tx);
  await advisoryLock(tx, SEED_LOCK);
  const keys = await run(kysely.selectFrom("apiKey").selectAll(), tx);
  if (keys.some(({ environment }) => environment !== "sandbox")) {
    throw new ProductionFound("This database contains production API keys.");
  }
  const banks = await run(kysely.selectFrom("bank").selectAll().where("id", "=", DEMO_BANK_ID), tx);
  const kept = keys.filter((key) => key.bankId === DEMO_BANK_ID && key.revokedAt === null);
  await truncateAll(tx);
  if (banks.length > 0) await affected(kysely.insertInto("bank").values(banks), tx);
  if (kept.length > 0) await affected(kysely.insertInto("apiKey").values(kept), tx);
  await audit(tx, scope, "demo.reset", "all");
}

/**
 * Deletes everything, including other banks and the audit log, and seeds again. The demo keeps its keys and,
 * if `dataDir` has it, its password. After an interruption, the next start seeds.
 * @throws ProductionFound
 */
export async function resetSandbox(
  scope: SystemScope,
  dataDir: string,
  progress: (line: string) => void,
): Promise<void> {
  const inbox = { bankId: DEMO_BANK_ID, url: { endsWith: "/sandbox/inbox" } };
  // The running process's URL: ours may have another port.
  const current = await db().webhookEndpoint.findFirst({ where: inbox, select: { url: true } });
  await retryWhileBusy(() => transaction((tx) => emptyTables(tx, scope)));
  await seedSandbox(dataDir, progress);
  if (current) await db().webhookEndpoint.updateMany({ where: inbox, data: current });
}
