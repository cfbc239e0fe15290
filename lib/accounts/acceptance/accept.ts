/**
 * Accepting links. A bank can link anyone's address, so without consent a link counts as the person's only once they
 * accept it. Their bank notices none of it.
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
const BATCH = 1_000;

/** A person's donations through links that they have accepted, which are not attributed to them yet. */
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

/** Attributes a batch of them. Skips one that is being settled: its transaction may wait for the account. */
async function attribute(cardholderId: string, tx?: Transaction): Promise<number> {
  const batch = unattributed(cardholderId).limit(BATCH).forUpdate().skipLocked();
  const attribution = kysely
    .updateTable("donation")
    .set({ attributed: true })
    .where("id", "=", anyOf(batch));
  return affected(attribution, tx);
}

/**
 * Attributes earlier donations through accepted links: a batch at once, since there are rarely more, and the others
 * in a job, which also finds those that are being accepted at this moment.
 */
export async function attributeDonations(tx: Transaction, cardholderId: string): Promise<void> {
  await attribute(cardholderId, tx);
  const data = { cardholder_id: cardholderId };
  await enqueue(tx, { name: "account/links.accepted", data });
}

/**
 * Accepts a person's active links: those named, or all of them.
 * @returns how many were not accepted before
 */
export async function acceptLinks(
  tx: Transaction,
  by: Actor,
  cardholderId: string,
  named?: string[],
): Promise<number> {
  const links = kysely
    .updateTable("account")
    .set({ acceptedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where("status", "=", "active")
    .where("acceptedAt", "is", null)
    .$if(named !== undefined, (all) =>
      all.where((of) => of("id", "=", of.fn.any(of.val(named as string[])))),
    )
    .returning("id");
  const accepted = await run(links, tx);
  if (accepted.length === 0) return 0;
  for (const { id } of accepted) await audit(tx, { actor: by.actor }, "account.accept", id);
  await attributeDonations(tx, cardholderId);
  return accepted.length;
}

/** Accepts all links of a person who has proved their address. */
export const acceptAllLinks = (tx: Transaction, cardholderId: string): Promise<number> =>
  acceptLinks(tx, { actor: `cardholder:${cardholderId}` }, cardholderId);

/**
 * Accepts one link, which a form has named.
 * @returns false if it is not theirs, not active, or was accepted before
 */
export async function acceptLink(scope: CardholderScope, accountId: string): Promise<boolean> {
  // Forms may send anything.
  if (!isUuid(accountId)) return false;
  const { cardholderId } = scope;
  return transaction(async (tx) => (await acceptLinks(tx, scope, cardholderId, [accountId])) === 1);
}

/** Attributes what is left. @throws Error while some of it is locked, so that the job runs again */
export async function attributeRest(cardholderId: string): Promise<void> {
  while ((await attribute(cardholderId)) === BATCH);
  const left = await runForOne(unattributed(cardholderId).limit(1));
  if (left) throw new Error("donations of accepted links are being changed");
}
