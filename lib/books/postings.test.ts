import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { requestDonation } from "../donations/accept/mutations.ts";

let bank: Bank;
let school: string;
beforeAll(async () => {
  [bank, school] = [await makeBank(), await makeSchool()];
});

async function give(dollars = 25): Promise<string> {
  const body = donationRequestOf(donationBody(school, { dollar_amount: dollars }));
  return (await requestDonation(bank.scope, body)).donation_id;
}

const postingsOf = async (id: string) =>
  (
    await pool().query(
      `select t.*, debit.kind as debit, credit.kind as credit, debit.party as school
       from ledger_transfer t join ledger_account debit on debit.id = debit_id
       join ledger_account credit on credit.id = credit_id where cause_id = $1`,
      [id],
    )
  ).rows;
const donationOf = async (id: string) =>
  (await pool().query("select * from donation where id = $1", [id])).rows[0];
const cut = async (at: Date | null = null) =>
  (
    await pool().query(
      "select ledger_cut($1, coalesce($2, date_trunc('milliseconds', clock_timestamp()))) as at",
      [bank.bankId, at],
    )
  ).rows[0].at;

describe("a gift that completes", () => {
  it("is posted once, at the time at which it completes", async () => {
    await pool().query("update ledger_book set cut_at = now() - interval '1 hour' where id = $1", [
      bank.bankId,
    ]);
    const id = await give(20.1);
    expect(await postingsOf(id)).toEqual([]);
    await push(id);
    await push(id);
    const { completed_at: at, created_at: accepted } = await donationOf(id);
    expect(at.getTime()).toBeGreaterThanOrEqual(accepted.getTime());
    const accounts = { debit: "due_from_bank", credit: "due_to_foundation", school };
    const times = { posted_at: at, occurred_at: at };
    expect(await postingsOf(id)).toMatchObject([
      { ...accounts, ...times, kind: "gift", cents: 2010, gift_id: id, corrects_id: null },
    ]);
    const event = await pool().query("select * from event where donation_id = $1", [id]);
    expect(event.rows).toMatchObject([{ created_at: at }]);
  });

  it("is not posted if it fails instead", async () => {
    const id = await give(25.91);
    expect(await push(id)).toBe("failed");
    expect(await postingsOf(id)).toEqual([]);
  });

  it("is posted at the last cut, if the database's clock was set back behind it", async () => {
    const ahead = new Date(Date.now() + 60_000);
    await pool().query("update ledger_book set cut_at = $2 where id = $1", [bank.bankId, ahead]);
    const id = await give();
    await push(id);
    expect(await donationOf(id)).toMatchObject({ completed_at: ahead });
    expect(await postingsOf(id)).toMatchObject([{ posted_at: ahead }]);
    const { rows } = await pool().query("select created_at from event where donation_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ created_at: ahead }]);
    // Nothing can be cut until the clock is there again.
    expect(await cut()).toBeNull();
    const back = "update ledger_book set cut_at = now() - interval '1 second' where id = $1";
    await pool().query(back, [bank.bankId]);
  });
});

describe("a cut", () => {
  it("is never in the future, nor behind the last one", async () => {
    expect(await cut(new Date(Date.now() + 10_000))).toBeNull();
    const at = await cut();
    expect(at).toBeInstanceOf(Date);
    expect(await cut(at)).toBeNull();
    expect(await cut(new Date(at.getTime() - 1))).toBeNull();
  });

  it("waits for whoever is posting, and whoever posts then is behind it", async () => {
    const [client, id] = [await pool().connect(), await give()];
    await client.query("begin");
    const { rows } = await client.query("select * from ledger_clock($1)", [[bank.bankId]]);
    const cutting = cut();
    await setTimeout(100);
    const pushing = push(id);
    await setTimeout(100);
    expect((await donationOf(id)).status).toBe("pending");
    await client.query("rollback");
    client.release();
    const at = await cutting;
    await pushing;
    expect(at.getTime()).toBeGreaterThanOrEqual(rows[0].now.getTime());
    expect((await donationOf(id)).completed_at.getTime()).toBeGreaterThanOrEqual(at.getTime());
  });

  it("has every posting of a busy bank on the side of its time", async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => give()));
    const cuts: Date[] = [];
    const seen = new Map<string, number>();
    let isDone = false;
    const cutting = (async () => {
      while (!isDone) {
        const at = await cut();
        if (at) cuts.push(at);
        const posted = await pool().query(
          "select id from ledger_transfer where book_id = $1 and posted_at < $2",
          [bank.bankId, at],
        );
        // What is before a cut is all there right after it.
        if (at) seen.set(at.toISOString(), posted.rows.length);
        await setTimeout(2);
      }
    })();
    await Promise.all(ids.map((id) => push(id)));
    isDone = true;
    await cutting;
    expect(cuts.length).toBeGreaterThan(2);
    for (const [at, count] of seen) {
      const { rows } = await pool().query(
        "select count(*) from ledger_transfer where book_id = $1 and posted_at < $2",
        [bank.bankId, at],
      );
      expect(rows[0].count).toBe(count);
    }
  });
});

it("a transfer is never changed, deleted, or posted for the same cause again", async () => {
  const id = await give();
  await push(id);
  const change = (text: string) => pool().query(text, [id]);
  const grows = "The ledger only grows";
  await expect(change("update ledger_transfer set cents = 1 where cause_id = $1")).rejects.toThrow(
    grows,
  );
  await expect(change("delete from ledger_transfer where cause_id = $1")).rejects.toThrow(grows);
  await expect(pool().query("truncate ledger_transfer")).rejects.toThrow(grows);
  await expect(
    change(`insert into ledger_transfer select gen_random_uuid(), book_id, debit_id, credit_id, cents, kind, cause_id,
      gift_id, corrects_id, occurred_at, posted_at from ledger_transfer where cause_id = $1`),
  ).rejects.toThrow("ledger_transfer_cause");
  const { rows } = await pool().query(
    `select privilege_type from information_schema.table_privileges
     where table_name = 'ledger_transfer' and grantee = current_user`,
  );
  expect(rows.map((row) => row.privilege_type).sort()).toEqual([
    "INSERT",
    "REFERENCES",
    "SELECT",
    "TRIGGER",
  ]);
});
