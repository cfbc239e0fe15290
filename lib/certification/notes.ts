/** Notes what the client of a bank that is being certified sends, and says what becomes of it. Never a secret. */
import type { BankScope } from "../auth/scopes.ts";
import { affected, runForOne } from "../database/run.ts";
import { printable } from "../text.ts";
import * as sql from "./sql.ts";

/** The bank's running certification, if any. */
export const findRunningCertification = async ({ bankId }: BankScope) =>
  (await runForOne(sql.runningOf(bankId)))?.id;

/** @property fault what is to become of it; null for nothing special */
export type NotedGift = { id: string | null; nth: number; fault: string | null };

const PASSES: NotedGift = { id: null, nth: 0, fault: null };
const MAX_LENGTH = 255;

/** Text that can be stored, and is as sent if it's valid. */
const short = (value: unknown) =>
  typeof value === "string" ? printable(value.toWellFormed()).slice(0, MAX_LENGTH) : null;

/** The amount in cents, and the reference. */
function read(body: string) {
  try {
    const { dollar_amount, bank_transaction_ref } = JSON.parse(body);
    const cents = Math.round(Number(dollar_amount) * 100);
    return { cents: Number.isSafeInteger(cents) ? cents : 0, reference: bank_transaction_ref };
  } catch {
    return { cents: 0, reference: null };
  }
}

type Sent = { body: string; keyId: string; idempotencyKey: unknown; client: unknown };

/** Notes a request. What isn't a gift of the run passes. */
export async function noteGift(certificationId: string, sent: Sent): Promise<NotedGift> {
  const { cents, reference } = read(sent.body);
  const noted = {
    at: new Date().toISOString(),
    keyId: sent.keyId,
    idempotencyKey: short(sent.idempotencyKey),
    reference: short(reference),
    status: null,
  };
  await affected(sql.noteClient(certificationId, short(sent.client)));
  return (await runForOne(sql.addTry(certificationId, cents, noted))) ?? PASSES;
}

export async function noteStatus({ id, nth }: NotedGift, status: number): Promise<void> {
  if (id) await affected(sql.noteStatus(id, nth, status));
}
