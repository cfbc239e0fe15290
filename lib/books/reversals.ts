import { v7 as uuidv7 } from "uuid";
import { changeUnpaid } from "../banks/limits.ts";
import { onlyRow } from "../database/run.ts";
import type { Transaction } from "../database/transaction.ts";
import type { WireTransfer } from "../ledger/contract.ts";
import { holdBook, lockPairs, postTransfer } from "../ledger/sql.ts";
import type { Cents } from "../money.ts";
import { announcePaid, coverPairs } from "./payments/coverage.ts";
import { findGiftTransfer, reduceLine } from "./payments/sql.ts";
import { bankEffectOf, POSTINGS, wireTransfer } from "./postings.ts";

type Reversal = { giftId: string; correctionId: string; cents: Cents };

/**
 * Posts what was reversed of a completed gift, and sets free what covered it. Call it before every other lock.
 * @returns the transfer, for the event
 * @throws if less is left of the gift: nothing may ever ask for more
 */
export async function reverseGift(tx: Transaction, reversal: Reversal): Promise<WireTransfer> {
  const { giftId, correctionId: causeId, cents } = reversal;
  const { bankId, schoolId } = onlyRow(await findGiftTransfer({ giftId }, tx));
  await holdBook({ bookId: bankId }, tx);
  await lockPairs({ bookId: bankId, parties: [schoolId] }, tx);
  const { id: correctsId, leftCents } = onlyRow(await findGiftTransfer({ giftId }, tx));
  if (cents > leftCents) throw new Error(`only ${leftCents} cents are left of gift ${giftId}`);
  const [id, kind] = [uuidv7(), "reversal"] as const;
  const accounts = { id, bookId: bankId, party: schoolId, ...POSTINGS[kind], kind, cents };
  const { postedAt } = onlyRow(
    await postTransfer({ ...accounts, causeId, giftId, correctsId, occurredAt: null }, tx),
  );
  const reduced = (await reduceLine({ giftId, cents }, tx)).flatMap(
    (line) => line.statementId ?? [],
  );
  await announcePaid(tx, await coverPairs(tx, bankId, [schoolId], reduced));
  // After the statements, as a payment does.
  await changeUnpaid(tx, bankId, bankEffectOf(kind, cents));
  return wireTransfer({ id, kind, schoolId, cents, correctsId, postedAt });
}
