/**
 * Accepting links. A bank can link anyone's email address, so without consent a link counts as the person's only once
 * they accept it. The bank isn't told.
 */
import { validate as isUuid } from "uuid";
import { type Actor, audit } from "../../auth/audit.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { anyOf, now } from "../../database/expressions.ts";
import { affected, run, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { enqueue } from "../../jobs/enqueue.ts";

/** How many donations are attributed at a time. */
const BATCH_SIZE = 1_000;

/** A person's donations through accepted links that aren't attributed to them yet. */
function unattributed(cardholderId: string) {
  const accepted = kysely
    .selectFrom("account")
    .select("id")
    .where("cardholderId", "=", cardholderId)
    .where("acceptedAt", "is not", null);
  return kysely
    .selectFrom("donation")
    .select("id")
    .where("cardholderId", "=", cardholderId)
    .where("accountId", "=", anyOf(accepted))
    .where((of) => of.not(of.ref("attributed")));
}

/** Skips donations that are being settled: those transactions may be waiting for the account. @returns how many */
async function attributeBatch(cardholderId: string, tx?: Transaction): Promise<number> {
  const batch = unattributed(cardholderId).limit(BATCH_SIZE).forUpdate().skipLocked();
  const attribution = kysely
    .updateTable("donation")
    .set({ attributed: true })
    .where("id", "=", anyOf(batch));
  return affected(attribution, tx);
}

/**
 * Attributes earlier donations through accepted links: one batch immediately, since there are rarely more, and the rest
 * in a job, which also finds donations that are being made concurrently.
 */
export async function attributeDonations(tx: Transaction, cardholderId: string): Promise<void> {
  await attributeBatch(cardholderId, tx);
  const data = { cardholder_id: cardholderId };
  enqueue(tx, { name: "account/links.accepted", data });
}

/**
 * Accepts a person's active links: these, or all of them.
 * @returns how many were newly accepted
 */
export async function acceptLinks(
  tx: Transaction,
  by: Actor,
  cardholderId: string,
  accountIds?: string[],
): Promise<number> {
  const links = kysely
    .updateTable("account")
    .set({ acceptedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where("status", "=", "active")
    .where("acceptedAt", "is", null)
    .$if(accountIds !== undefined, (all) =>
      all.where((of) => of("id", "=", of.fn.any(of.val(accountIds as string[])))),
    )
    .returning("id");
  const accepted = await run(links, tx);
  if (accepted.length === 0) return 0;
  for (const { id } of accepted) await audit(tx, { actor: by.actor }, "account.accept", id);
  await attributeDonations(tx, cardholderId);
  return accepted.length;
}

/** Accepts all links of a person who has verified their email address. */
export const acceptAllLinks = (tx: Transaction, cardholderId: string): Promise<number> =>
  acceptLinks(tx, { actor: { kind: "cardholder", id: cardholderId } }, cardholderId);

/**
 * Accepts one link that a form names.
 * @returns false if it isn't theirs, isn't active, or was already accepted
 */
export async function acceptLink(scope: CardholderScope, accountId: string): Promise<boolean> {
  // A form can contain anything.
  if (!isUuid(accountId)) return false;
  const { cardholderId } = scope;
  return transaction(async (tx) => (await acceptLinks(tx, scope, cardholderId, [accountId])) === 1);
}

/** Attributes the remaining donations. @throws Error while some are locked, so that the job is retried */
export async function attributeRemaining(cardholderId: string): Promise<void> {
  while ((await attributeBatch(cardholderId)) === BATCH_SIZE);
  const remaining = await runForOne(unattributed(cardholderId).limit(1));
  if (remaining) throw new Error("some donations of accepted links are still locked");
}
