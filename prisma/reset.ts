/** Resets a sandbox to its initial data. */
import { setTimeout as delay } from "node:timers/promises";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { affected, run, runForOne } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import {
  advisoryLock,
  setLockTimeout,
  type Transaction,
  transaction,
} from "#lib/database/transaction.ts";
import { truncateAll } from "#lib/database/truncate.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { SEED_LOCK, seedSandbox } from "./seed.ts";

// Requests in progress hold table locks, and later ones queue behind ours. So our lock timeout is shorter
// than theirs; we let them pass and retry.
const LOCK_TIMEOUT_MS = 300;
const TABLES_ARE_BUSY = new Set(["55P03", "40P01"]);
const PATIENCE_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 500;

/** The database was used by production: someone's settings point to the wrong one. */
export class ProductionFound extends Error {
  override name = "ProductionFound";
}

/**
 * Keeps the demo bank's row and keys, so that apps with a key, or pages that frame the flow, keep working.
 */
async function empty(tx: Transaction, scope: SystemScope): Promise<void> {
  await setLockTimeout(tx, LOCK_TIMEOUT_MS);
  await advisoryLock(tx, SEED_LOCK);
  const live = kysely.selectFrom("apiKey").select("keyId").where("environment", "<>", "sandbox");
  if (await runForOne(live.limit(1), tx)) {
    throw new ProductionFound("This database contains production API keys.");
  }
  const banks = await run(kysely.selectFrom("bank").selectAll().where("id", "=", DEMO_BANK_ID), tx);
  const keys = await run(
    kysely
      .selectFrom("apiKey")
      .selectAll()
      .where("bankId", "=", DEMO_BANK_ID)
      .where("revokedAt", "is", null),
    tx,
  );
  await truncateAll(tx);
  if (banks.length > 0) await affected(kysely.insertInto("bank").values(banks), tx);
  if (keys.length > 0) await affected(kysely.insertInto("apiKey").values(keys), tx);
  await audit(tx, scope, "demo.reset", "all");
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
 * Deletes everything, other banks and the audit log included, and seeds again. The demo keeps its keys and,
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
  const pointed = await db().webhookEndpoint.findFirst({ where: inbox, select: { url: true } });
  await emptyWhenFree(scope);
  await seedSandbox(dataDir, progress);
  if (pointed) await db().webhookEndpoint.updateMany({ where: inbox, data: pointed });
}
