/** Deletes the rows of each kind of durable work before each of its statements. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { sendPasswordLink } from "#lib/cardholders/password/links.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { unlessDeleted } from "#lib/database/unless-deleted.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { expireAuthorizations } from "#lib/donations/authorize/mutations.ts";
import { announceRecurrences } from "#lib/donations/events.ts";
import { PUSHES } from "#lib/donations/sql.ts";
import { queueEmail } from "#lib/email/queue.ts";
import { requeue } from "#lib/jobs/sweep.ts";
import { receiptAttachment } from "#lib/receipts/email.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { deliver, push, send } from "#test/attempts.ts";
import { donationBody, donationRequestOf, makeCardholder, makeSchool } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { startReceiver } from "#test/receiver.ts";

isolateDatabase();
const receiver = await startReceiver();
afterAll(() => receiver.close());

async function accept(changes: Parameters<typeof donationBody>[1] = {}) {
  const person = await makeCardholder();
  const body = donationBody(await makeSchool(), { service_user_id: person.accountId, ...changes });
  const { donation_id: id } = await requestDonation(person.bank.scope, donationRequestOf(body));
  return { id, person };
}

/** Each prepares one step of a run, and returns the step. */
const STEPS: Record<string, () => Promise<() => Promise<unknown>>> = {
  "a push": async () => {
    const { id } = await accept();
    return () => push(id);
  },
  "a push whose donation is completed, and its receipt": async () => {
    const { id } = await accept();
    await push(id);
    return () => push(id);
  },
  "a delivery": async () => {
    const { id, person } = await accept();
    await addEndpoint(person.bank.scope, { url: receiver.url });
    await push(id);
    const delivery = await db().webhookDelivery.findFirstOrThrow();
    return () => deliver(delivery.id);
  },
  "an email": async () => {
    const text = { subject: "Hello", text: "One line." };
    const email = { to: "pat@example.com", kind: "receipt", cardholderId: null, ...text } as const;
    const { id } = await transaction((tx) => queueEmail(tx, email));
    await db().email.update({ where: { id }, data: { status: "pending" } });
    return () => send(id, {}, receiptAttachment);
  },
  "a password link": async () => {
    const { cardholderId } = await makeCardholder();
    return () => sendPasswordLink({ cardholder_id: cardholderId });
  },
  "recurring donations": async () => {
    const { id } = await accept({ recurring: true, recurrence_cadence: "monthly" });
    await push(id);
    return () => announceRecurrences(new Date(Date.now() + 90 * 86_400_000), 10);
  },
  "expiring authorizations": async () => {
    const { bank, accountId } = await makeCardholder();
    await addEndpoint(bank.scope, { url: receiver.url });
    await db().giftAuthorization.create({
      data: {
        id: randomUUID(),
        bankId: bank.bankId,
        accountId,
        donationId: randomUUID(),
        schoolId: "any",
        channel: "portal",
        amountCents: 100,
        points: 100,
        expiresAt: new Date(Date.now() - 1_000),
      },
    });
    return () => expireAuthorizations(10);
  },
  "the sweep for unfinished work": async () => {
    await accept();
    return () => requeue(PUSHES, { lateByMs: -120_000, atMost: 10 });
  },
};

/** Like `demo reset`, but faster. It also yields to a transaction that holds a row lock. */
async function emptyAll(client: pg.Client): Promise<void> {
  await client.query(`do $$ declare name text; begin
    set local lock_timeout = 50;
    set local session_replication_role = replica;
    for name in select tablename from pg_tables
      where schemaname = current_schema() and tablename not in ('_prisma_migrations', 'engine_registration')
    loop execute 'delete from ' || quote_ident(name); end loop;
    exception when lock_not_available or deadlock_detected then null;
  end $$`);
}

/** Empties the database before the nth statement from now. @returns a function that stops this and returns whether it happened */
function emptyBefore(nth: number, client: pg.Client): () => boolean {
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    if ((this as pg.Client) === client || ++count !== nth) return original.apply(this, args);
    return emptyAll(client).then(() => original.apply(this, args));
  } as never);
  return () => {
    spy.mockRestore();
    return count >= nth;
  };
}

describe.each(Object.entries(STEPS))("%s", (_name, prepare) => {
  it("ends without an error whenever its rows are deleted", async () => {
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    try {
      await emptyAll(other);
      for (let nth = 1; ; nth++) {
        const step = await prepare();
        const end = emptyBefore(nth, other);
        const done = await step().then(
          () => "quietly",
          (error: Error) => error.message,
        );
        const wasEmptied = end();
        expect(done, `emptied before statement ${nth}`).toBe("quietly");
        if (!wasEmptied) break;
        expect(nth).toBeLessThan(60);
        await emptyAll(other);
        // Also when the rows were deleted before it starts.
        await expect(step(), "afterward").resolves.not.toThrow();
      }
    } finally {
      await other.end();
    }
  });
});

describe("work that fails", () => {
  const id = "01989a60-1f2e-7c11-8d3a-0c5b6f7a8e91";
  const fails = () => Promise.reject(new Error("why"));

  it("ends as gone if its row was deleted", async () => {
    expect(await unlessDeleted("donation", id, fails)).toBe("gone");
    expect(await push(id)).toBe("gone");
    expect(await send(id)).toBe("gone");
    expect(await deliver(id)).toBe("gone");
  });

  it("fails if the row exists, or if that can't be checked", async () => {
    const { id: there } = await accept();
    await expect(unlessDeleted("donation", there, fails)).rejects.toThrow("why");
    const unavailable = vi.spyOn(pool(), "query").mockRejectedValue(new Error("away") as never);
    await expect(unlessDeleted("donation", id, fails)).rejects.toThrow("why");
    unavailable.mockRestore();
  });
});
