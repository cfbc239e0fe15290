import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { backfill } from "#installation/backfill.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { env } from "#lib/env.ts";
import { type Cardholder, makeCardholder } from "#test/factories.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";
import { relink } from "#test/relink-account.ts";

const fill = (portion?: number) =>
  backfill(env().databaseUrl as string, portion ? { portion } : {});

/** As a process of the release before would have left them. */
const forget = ({ accountId }: Cardholder) =>
  db().donation.updateMany({ where: { accountId }, data: { cardholderId: null } });

const ownersOf = async ({ accountId }: Cardholder) => {
  const rows = await db().donation.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return rows.map(({ cardholderId }) => cardholderId);
};

let person: Cardholder;
beforeAll(async () => {
  person = await makeCardholder();
  for (let n = 0; n < 5; n++) await makeCompletedDonation(person);
});

it("gives the donations of the release before to whoever is linked, in portions", async () => {
  await forget(person);
  await Promise.all([fill(2), fill(2)]);
  expect(await ownersOf(person)).toEqual(Array(5).fill(person.cardholderId));
});

it("waits for nobody who holds one, and comes back for it", async () => {
  await forget(person);
  const { id } = await db().donation.findFirstOrThrow({ where: { accountId: person.accountId } });
  const holder = await pool().connect();
  await holder.query("begin");
  await holder.query("select 1 from donation where id = $1 for update", [id]);
  const filled = fill(2);
  const others = "select 1 from donation where account_id = $1 and cardholder_id is null";
  await expect.poll(async () => (await pool().query(others, [person.accountId])).rowCount).toBe(1);
  await holder.query("commit");
  holder.release();
  await filled;
  expect(await ownersOf(person)).toEqual(Array(5).fill(person.cardholderId));
});

it("leaves to nobody what is older than the present link of an account linked anew", async () => {
  const alice = await makeCardholder();
  await makeCompletedDonation(alice);
  await forget(alice);
  const bob = await relink(alice);
  // Of two links within a second the id tells nothing; and after tests whose clock was ahead, ids are ahead, too.
  const muchLater = new Date(Date.now() + 10 * 365 * 86_400_000);
  await db().account.update({ where: { id: alice.accountId }, data: { linkedAt: muchLater } });
  await fill();
  expect(await ownersOf(bob)).toEqual([null]);
});

it("is not needed by what a process of the release before accepts meanwhile", async () => {
  const id = randomUUID();
  await pool().query(
    `insert into donation (id, bank_id, account_id, school_id, fund_designation, amount_cents,
       points_redeemed, bank_transaction_ref, request_hash, channel, notify_cardholder, recurring,
       status, created_at, estimated_confirmation_at)
     select $1::uuid, bank_id, account_id, school_id, fund_designation, amount_cents, points_redeemed, $1::text,
       request_hash, channel, notify_cardholder, recurring, 'pending', created_at, created_at
     from donation where account_id = $2 limit 1`,
    [id, person.accountId],
  );
  expect(await db().donation.findUnique({ where: { id } })).toMatchObject({
    cardholderId: person.cardholderId,
  });
});
