/** Unpaid dollars: what a bank's accepted gifts may exceed its payments by. */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { changeUnpaid } from "#lib/banks/limits.ts";
import { changeBankStatus, updateBank } from "#lib/banks/mutations.ts";
import { unpaidOf } from "#lib/banks/sql.ts";
import { separateBatchesBy } from "#lib/batch.ts";
import { raw } from "#lib/database/expressions.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { runForRow } from "#lib/database/run.ts";
import { transaction } from "#lib/database/transaction.ts";
import { confirmInPortal, draftInPortal } from "#lib/giving/portal.ts";
import { toCents } from "#lib/money.ts";
import { settleIn } from "#lib/settlement/settle.ts";
import { beginPush } from "#lib/settlement/sql.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { mintToken, openFlow, sendForm } from "#test/embed-flow.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { fieldsOf } from "#test/forms.ts";
import { operation } from "#test/operations.ts";
import { setAuthorizationAddress } from "../authorize/address.ts";
import { portalDonationRequest } from "../portal-contract.ts";
import { newDonation } from "./mutations.ts";
import { acceptAll, acceptAllLimited } from "./sql.ts";

let school: string;
beforeAll(async () => {
  school = await makeSchool();
});
afterEach(() => separateBatchesBy(() => undefined));

const limit = ({ bankId }: Pick<Bank, "bankId">, dollars: number | null) =>
  updateBank(system, bankId, { maxUnpaidCents: dollars === null ? null : toCents(dollars) });

async function makeLimited(dollars: number): Promise<Bank> {
  const bank = await makeBank();
  await limit(bank, dollars);
  return bank;
}

const give = ({ key }: Pick<Bank, "key">, dollar_amount: number, changes = {}) =>
  call(operation("requestDonation"), {
    key,
    body: donationBody(school, { dollar_amount, ...changes }),
  });

type Reply = Awaited<ReturnType<typeof give>>;
const idOf = ({ body }: Reply): string => body.data.donation_id;
const count = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length;
const refusalIn = ({ body }: Reply) => `${body.detail?.[0].type}: ${body.detail?.[0].msg}`;
const refusal = (max: string, left: string) =>
  `limit_exceeded: Your limit is ${max} of unpaid donations. ${left} is left.`;

/** What the bank's row counts, which must be what its gifts add up to. */
async function unpaidDollars({ bankId }: Pick<Bank, "bankId">): Promise<number | null> {
  const row = await db().bankLimit.findUnique({ where: { bankId } });
  if (!row) return null;
  const { cents } = await runForRow(
    raw<{ cents: number }>(sql`select ${unpaidOf(sql`${bankId}`)} as cents`),
  );
  expect(Number(row.unpaidCents)).toBe(cents);
  return cents / 100;
}

const rowsOf = async ({ bankId }: Pick<Bank, "bankId">) => {
  const { rows } = await pool().query(
    `select (select count(*) from donation where bank_id = $1)::int as donations,
      (select count(*) from credit join donation on id = donation_id where bank_id = $1)::int as credits,
      (select count(*) from outbox where data ->> 'bank_id' = $1::text)::int as jobs`,
    [bankId],
  );
  return rows[0];
};

/** Settles a gift as failed in a transaction of its own, which `before` the commit may throw. */
async function fail(id: string, before: () => Promise<unknown> = async () => {}): Promise<void> {
  const donation = await beginPush({ id, generation: 0 });
  const settlement = { status: "failed", reason: "no" } as const;
  await transaction(async (tx) => {
    await settleIn(tx, [{ donation: donation as never, settlement, at: new Date() }]);
    await before();
  });
}

/** A gift of this bank for a statement. */
const giftOf = ({ bankId }: Bank, dollar_amount: number) =>
  newDonation(donationRequestOf(donationBody(school, { dollar_amount })), {
    bankId,
    keyId: null,
    channel: "bank",
    bankTransactionRef: randomUUID(),
    accountId: null,
    pointsRedeemed: 0,
    notifyCardholder: false,
  });

/** Whether a promise is still waiting. */
const isWaiting = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => false), setTimeout(300, true)]);

describe("acceptance", () => {
  it("reserves to the cent, says what is left, and leaves nothing of what it refuses", async () => {
    const bank = await makeLimited(100);
    expect((await give(bank, 60.01)).status).toBe(202);
    const before = await rowsOf(bank);
    expect(refusalIn(await give(bank, 40))).toBe(refusal("$100", "$39.99"));
    expect(await rowsOf(bank)).toEqual(before);
    expect((await give(bank, 39.99)).status).toBe(202);
    expect(refusalIn(await give(bank, 5))).toBe(refusal("$100", "$0"));
    expect(await rowsOf(bank)).toEqual({ donations: 2, credits: 2, jobs: 2 });
    expect(await unpaidDollars(bank)).toBe(100);
  });

  it("never exceeds it with 64 at once, from several processes, and accepts all that fit", async () => {
    let process = 0;
    const processes = [{}, {}, {}, {}];
    separateBatchesBy(() => processes[process++ % 4]);
    const bank = await makeLimited(1_002.5);
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 64 }, () => give(bank, 5.01)));
    }
    // 200 gifts of $5.01.
    expect(await unpaidDollars(bank)).toBe(1_002);
    await limit(bank, 1_102);
    const mixed = await Promise.all([90, 90, 90, 5, 5].map((dollars) => give(bank, dollars)));
    expect(count(mixed, 202)).toBe(3);
    expect(await unpaidDollars(bank)).toBe(1_102);
  });

  it("isn't blocked by gifts that are too large, or repeated", async () => {
    const bank = await makeLimited(100);
    const first = { bank_transaction_ref: "first" };
    await give(bank, 10, first);
    const sizes = [90.01, 5_000, 90.01, 10, 20];
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => give(bank, 10, first)),
      ...sizes.map((dollars) => give(bank, dollars)),
    ]);
    expect(count(replies, 409)).toBe(20);
    expect(count(replies, 202)).toBe(2);
    expect(await unpaidDollars(bank)).toBe(40);
  });

  it("recognizes a repeated reference beyond the limit", async () => {
    const bank = await makeLimited(100);
    const same = { bank_transaction_ref: "once" };
    const replies = await Promise.all(Array.from({ length: 8 }, () => give(bank, 80, same)));
    expect([count(replies, 202), count(replies, 409)]).toEqual([1, 7]);
    const again = await give(bank, 80, same);
    expect(again.body.error.details).toMatchObject({ same_request: true, status: "pending" });
    expect((await give(bank, 500, same)).body.error.details.same_request).toBe(false);
    expect(await unpaidDollars(bank)).toBe(80);
  });

  it("doesn't ask a bank that approves its customers' gifts about its own", async () => {
    const bank = await makeLimited(100);
    await setAuthorizationAddress(bank.scope, "https://authorize.bank.example/gifts");
    expect((await give(bank, 60)).status).toBe(202);
    expect((await give(bank, 60)).status).toBe(422);
  });

  it("counts both limits of a bank at once", async () => {
    const bank = await makeLimited(100);
    await updateBank(system, bank.bankId, { maxKeyDailyCents: toCents(50) });
    const replies = await Promise.all(Array.from({ length: 12 }, () => give(bank, 10)));
    expect(count(replies, 202)).toBe(5);
    expect(refusalIn(await give(bank, 10))).toContain("This API key’s limit is $50 per UTC day.");
    expect(await unpaidDollars(bank)).toBe(50);
    await updateBank(system, bank.bankId, { maxKeyDailyCents: null });
    expect(count(await Promise.all(Array.from({ length: 12 }, () => give(bank, 10))), 202)).toBe(5);
  });

  it("holds in the portal, to drafts too, and in embedded sessions, without saying what is left", async () => {
    const person = await makeCardholder();
    await limit(person.bank, 100);
    const request = (dollar_amount: number) =>
      portalDonationRequest.parse({
        loyalty_account_id: person.accountId,
        school_id: school,
        fund_designation: "rowing",
        dollar_amount,
      });
    const beyond =
      "This is more than your bank can give now. Enter a smaller amount, or try again later.";
    const refused = { violations: [{ type: "limit_exceeded", msg: beyond }] };
    const drafts = [
      await draftInPortal(person.scope, request(60)),
      await draftInPortal(person.scope, request(60)),
    ];
    await confirmInPortal(person.scope, drafts[0] as never);
    await expect(confirmInPortal(person.scope, drafts[1] as never)).rejects.toMatchObject(refused);
    await expect(draftInPortal(person.scope, request(60))).rejects.toMatchObject(refused);
    // The same confirmation again is the same gift.
    expect(await confirmInPortal(person.scope, drafts[0] as never)).toMatchObject({ isNew: false });
    const locked = { school_id: school, lock_amount: true, dollar_amount: 45 };
    const token = await mintToken(person.bank, locked);
    const form = { ...fieldsOf((await openFlow(token)).html), fund_designation: "rowing" };
    const page = await sendForm(token, { ...form, amount: "45", points: "4500", do: "give" });
    expect(page.html).toContain("This is more than your bank can give now.");
    expect(await unpaidDollars(person.bank)).toBe(60);
  });
});

describe("what is failed", () => {
  it("is released once, however often it is pushed, and not by a transaction that was killed", async () => {
    const bank = await makeLimited(100);
    const id = idOf(await give(bank, 70.91));
    await expect(fail(id, () => Promise.reject(new Error("killed")))).rejects.toThrow("killed");
    expect(await unpaidDollars(bank)).toBe(70.91);
    // The second one may find that it changed just as its attempt was to start.
    expect(await Promise.all([push(id), push(id)])).toContain("failed");
    expect(await push(id)).toBe("failed");
    expect(await unpaidDollars(bank)).toBe(0);
    const settled = idOf(await give(bank, 100));
    expect(await push(settled)).toBe("completed");
    expect(await unpaidDollars(bank)).toBe(100);
  });

  it("doesn't deadlock with its resubmitted reference, or with a gift of the same account", async () => {
    const person = await makeCardholder();
    await limit(person.bank, 100);
    const gift = { bank_transaction_ref: "again", service_user_id: person.accountId };
    const id = idOf(await give(person.bank, 50, gift));
    let replies: Promise<Reply>[] = [];
    const startedAt = performance.now();
    await fail(id, async () => {
      replies = [
        give(person.bank, 50, gift),
        give(person.bank, 80, { ...gift, bank_transaction_ref: "other" }),
      ];
      expect(await isWaiting(Promise.all(replies))).toBe(true);
    });
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([409, 202]);
    // PostgreSQL looks for deadlocks after a second.
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(await unpaidDollars(person.bank)).toBe(80);
  });

  it("waits for the bank's row before it locks the gift, as accepting does", async () => {
    const bank = await makeLimited(100);
    const id = idOf(await give(bank, 50));
    const { bankTransactionRef } = await db().donation.findUniqueOrThrow({ where: { id } });
    const repeated = { ...giftOf(bank, 50), bankTransactionRef };
    let failing: Promise<unknown> = Promise.resolve();
    const startedAt = performance.now();
    await transaction(async (tx) => {
      await changeUnpaid(tx, bank.bankId, 0);
      failing = fail(id);
      expect(await isWaiting(failing)).toBe(true);
      const params = { donations: [repeated], runs: null, maxDailyGifts: 1 };
      expect(await acceptAllLimited(params, tx)).toMatchObject([{ accepted: false }]);
    });
    await failing;
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(await unpaidDollars(bank)).toBe(0);
  });

  it("changes nothing for banks without a limit", async () => {
    const bank = await makeBank();
    const id = idOf(await give(bank, 70.91));
    expect(await push(id)).toBe("failed");
    expect(await unpaidDollars(bank)).toBeNull();
    expect(await transaction((tx) => changeUnpaid(tx, bank.bankId, -1))).toBe(0);
  });
});

describe("a limit", () => {
  it("that is lowered below what is unpaid refuses everything until enough is released", async () => {
    const bank = await makeLimited(500);
    const failing = idOf(await give(bank, 200.91));
    await give(bank, 90);
    await limit(bank, 100);
    expect(refusalIn(await give(bank, 5))).toBe(refusal("$100", "$0"));
    await push(failing);
    expect(refusalIn(await give(bank, 10.01))).toBe(refusal("$100", "$10"));
    expect((await give(bank, 10)).status).toBe(202);
    // A return may take it beyond the limit, and a payment back.
    const change = (cents: number) => transaction((tx) => changeUnpaid(tx, bank.bankId, cents));
    await change(5_000);
    expect((await give(bank, 5)).status).toBe(422);
    await change(-6_000);
    expect((await give(bank, 10.01)).status).toBe(422);
    expect((await give(bank, 10)).status).toBe(202);
  });

  it("that is removed counts nothing, and is counted again when it is put back", async () => {
    const bank = await makeLimited(50);
    await give(bank, 50);
    await limit(bank, null);
    expect(await unpaidDollars(bank)).toBeNull();
    const ids = [
      idOf(await give(bank, 500)),
      idOf(await give(bank, 30.91)),
      idOf(await give(bank, 20)),
    ];
    await push(ids[1] as string);
    await push(ids[2] as string);
    expect(await limit(bank, 600)).toMatchObject({ maxUnpaidUsd: 600, unpaidUsd: 570 });
    expect(await unpaidDollars(bank)).toBe(570);
    expect((await give(bank, 30.01)).status).toBe(422);
    expect((await give(bank, 30)).status).toBe(202);
  });

  it("counts gifts that were being accepted or refused when it was set", async () => {
    const bank = await makeBank();
    const failing = idOf(await give(bank, 30.91));
    let limiting: Promise<unknown> = Promise.resolve();
    await fail(failing, async () => {
      // A statement that has read that the bank has no limit, and hasn't committed.
      await transaction(async (tx) => {
        const [accepted] = await acceptAll(
          { donations: [giftOf(bank, 30)], runs: null, maxDailyGifts: 1 },
          tx,
        );
        expect(accepted?.accepted).toBe(true);
        limiting = limit(bank, 100);
        expect(await isWaiting(limiting)).toBe(true);
      });
      expect(await isWaiting(limiting)).toBe(true);
      // Others aren't stopped meanwhile.
      expect((await give(bank, 60)).status).toBe(202);
    });
    await limiting;
    expect(await unpaidDollars(bank)).toBe(90);
  });

  it("is exact if it is set, changed, and removed while gifts arrive and fail", async () => {
    const bank = await makeBank();
    let isOver = false;
    const giving = Array.from({ length: 8 }, async (_, n) => {
      while (!isOver) {
        const reply = await give(bank, n % 2 ? 5 : 5.91);
        if (reply.status === 202 && n % 4 === 0) await push(idOf(reply));
      }
    });
    for (const dollars of [50_000, null, 50_000, 60, null, 70_000]) {
      await limit(bank, dollars);
      await setTimeout(100);
    }
    isOver = true;
    await Promise.all(giving);
    expect(await unpaidDollars(bank)).toBeGreaterThan(0);
  });
});

describe("other banks", () => {
  it("are neither counted nor delayed, and a suspended one is refused for that", async () => {
    const [bank, other] = [await makeLimited(100), await makeLimited(100)];
    await give(bank, 100);
    const client = await pool().connect();
    try {
      await client.query("begin");
      await client.query("select from bank_limit where bank_id = $1 for update", [bank.bankId]);
      // As many statements as one batcher runs at once.
      const waiting = [give(bank, 5)];
      expect(await isWaiting(Promise.all(waiting))).toBe(true);
      waiting.push(give(bank, 5));
      expect(await isWaiting(Promise.all(waiting))).toBe(true);
      const free = await makeBank();
      expect(count(await Promise.all([give(other, 60), give(free, 900_000)]), 202)).toBe(2);
      await client.query("commit");
      expect(count(await Promise.all(waiting), 422)).toBe(2);
    } finally {
      client.release();
    }
    expect([await unpaidDollars(bank), await unpaidDollars(other)]).toEqual([100, 60]);
    const failing = idOf(await give(other, 30.91));
    await changeBankStatus(system, other.bankId, "suspend", "late");
    expect((await give(other, 500)).body.error.code).toBe("BANK_SUSPENDED");
    // What was accepted before still settles.
    await push(failing);
    expect([await unpaidDollars(bank), await unpaidDollars(other)]).toEqual([100, 60]);
  });
});
