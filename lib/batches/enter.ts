/**
 * Gifts to schools without an API. Their platform is a team that imports files: a push puts the gift into the
 * school's open batch, and nothing is credited until someone confirms or refuses it. That requests another
 * push, which settles the gift like any other.
 */
import { batch } from "../batch.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import type { Settlement } from "../donations/state.ts";
import * as sql from "./sql.ts";

/** The schools' open batches, which stay open until the transaction ends. */
async function lockOpen(tx: Transaction, schoolIds: string[]): Promise<Map<string, string>> {
  let open = new Map<string, string>();
  // A batch that was just closed has no room: the next one is opened.
  while (open.size < schoolIds.length) {
    await sql.openBatches({ schoolIds }, tx);
    const batches = await sql.lockOpenBatches({ schoolIds }, tx);
    open = new Map(batches.map(({ schoolId, id }) => [schoolId, id]));
  }
  return open;
}

/** Puts gifts into batches. A gift that is in one stays there. @returns what the school has decided about each */
const enterAll = batch(
  ({ donationId }: sql.NewLine) => donationId,
  async (lines): Promise<sql.Decision[]> => {
    const schoolIds = [...new Set(lines.map(({ schoolId }) => schoolId))].sort();
    const decisions = await transaction(async (tx) => {
      const open = await lockOpen(tx, schoolIds);
      const placed = lines.map((line) => ({ ...line, batchId: open.get(line.schoolId) as string }));
      await sql.insertLines({ lines: placed }, tx);
      return sql.findDecisions({ donationIds: lines.map(({ donationId }) => donationId) }, tx);
    });
    const byId = new Map(decisions.map((decision) => [decision.donationId, decision]));
    return lines.map(({ donationId }) => byId.get(donationId) as sql.Decision);
  },
);

/** Puts a gift into its school's open batch, once. @returns how it settles; null until the school has decided */
export async function enterBatch(line: sql.NewLine): Promise<Settlement | null> {
  const { confirmationNumber: platformCreditId, refusalReason: reason } = await enterAll(line);
  if (reason !== null) return { status: "failed", reason };
  if (platformCreditId === null) return null;
  return { status: "completed", platformCreditId, platformStatus: "confirmed" };
}

/**
 * Puts the reversal of a gift that was in a batch into its school's open one, once: the file carries it.
 * @returns what the school has decided about it; null until it has
 */
export async function enterReversal(tx: Transaction, correctionId: string, schoolId: string) {
  const open = await lockOpen(tx, [schoolId]);
  const line = { correctionId, batchId: open.get(schoolId) as string };
  const [decision = null] = await sql.insertReversal(line, tx);
  return decision;
}
