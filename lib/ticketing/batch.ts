/**
 * Schools whose platform has no API. The platform is a team that imports files: a push puts the gift into the school's
 * open batch, and nothing is credited until someone confirms or refuses it (lib/batches). That requests another push,
 * which settles the gift like any other.
 */
import { batch } from "../batch.ts";
import { transaction } from "../database/transaction.ts";
import { toCents } from "../money.ts";
import { type GiftRecord, ON_ITS_WAY, PlatformRefusal, type TicketingAdapter } from "./adapter.ts";
import * as sql from "./sql.ts";

type Entry = { donationId: string; schoolId: string; amount: string; gift: GiftRecord };

const rowOf = ({ donationId, schoolId, amount, gift }: Entry): sql.NewLine => {
  const donorNumber = gift.donor?.number ?? null;
  return { donationId, schoolId, amountCents: toCents(Number(amount)), donorNumber, gift };
};

/**
 * Puts gifts into their schools' open batches. A gift that is in a batch stays there.
 * @returns what the school has decided about each
 */
const enter = batch(
  ({ donationId }: Entry) => donationId,
  async (entries): Promise<sql.Decision[]> => {
    const lines = entries.map(rowOf);
    const schoolIds = [...new Set(entries.map(({ schoolId }) => schoolId))].sort();
    const decisions = await transaction(async (tx) => {
      let open = new Map<string, string>();
      // A batch that was just closed has no room: the next one is opened.
      while (open.size < schoolIds.length) {
        await sql.openBatches({ schoolIds }, tx);
        const batches = await sql.lockOpenBatches({ schoolIds }, tx);
        open = new Map(batches.map(({ schoolId, id }) => [schoolId, id]));
      }
      const placed = lines.map((line) => ({ ...line, batchId: open.get(line.schoolId) as string }));
      await sql.insertLines({ lines: placed }, tx);
      return sql.findDecisions({ donationIds: lines.map(({ donationId }) => donationId) }, tx);
    });
    const byId = new Map(decisions.map((decision) => [decision.donationId, decision]));
    return entries.map(({ donationId }) => byId.get(donationId) as sql.Decision);
  },
);

export const batchFiles: TicketingAdapter = {
  problemWith: () => null,

  async pushCredit({ schoolId }, { partnerReference: donationId, amount, gift }) {
    const decision = await enter({ donationId, schoolId, amount: amount.value, gift });
    const { confirmationNumber, refusalReason } = decision;
    if (refusalReason !== null) throw new PlatformRefusal(refusalReason);
    if (confirmationNumber === null) return ON_ITS_WAY;
    return { creditId: confirmationNumber, status: "confirmed" };
  },

  // Its ledger is in the school's own books.
  ledgerKeyOf: () => null,
  async *listCredits() {},
  findCredits: async () => [],
};
