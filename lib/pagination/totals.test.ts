import { describe, expect, it } from "vitest";
import { push } from "#test/attempts.ts";
import { donationBody, donationRequestOf, makeBank, makeSchool } from "#test/factories.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { listDonations } from "../donations/history/queries.ts";
import { applyRetention } from "../retention/apply.ts";

/** The tallies of a bank's donations, and the actual counts. */
async function compare(bankId: string) {
  const { rows: counted } = await pool().query(
    `select status, count(*) from donation where bank_id = $1 group by 1 order by 1`,
    [bankId],
  );
  const { rows: tallied } = await pool().query(
    `select status, sum(count)::bigint as count from tally where list = 'donations' and owner = $1
     group by 1 having sum(count) <> 0 order by 1`,
    [bankId],
  );
  const { rows: byDay } = await pool().query(
    `select status, sum(count)::bigint as count from day_tally where list = 'donations' and owner = $1
     group by 1 having sum(count) <> 0 order by 1`,
    [bankId],
  );
  expect(tallied).toEqual(counted);
  expect(byDay).toEqual(counted);
}

async function make(bank: Awaited<ReturnType<typeof makeBank>>, school: string) {
  return (await requestDonation(bank.scope, donationRequestOf(donationBody(school)))).donation_id;
}

describe("the tallies of a list", () => {
  it("equal the actual counts after many concurrent transactions", async () => {
    const bank = await makeBank();
    const school = await makeSchool();
    const ids = await Promise.all(Array.from({ length: 40 }, () => make(bank, school)));
    await Promise.all(ids.slice(0, 25).map((id) => push(id)));
    await compare(bank.bankId);
  });

  it("exclude rolled-back transactions", async () => {
    const bank = await makeBank();
    const id = await make(bank, await makeSchool());
    await transaction(async (tx) => {
      await tx.query("delete from donation where id = $1", [id]);
      throw new Error("roll back");
    }).catch(() => {});
    await compare(bank.bankId);
    await pool().query("delete from donation where id = $1", [id]);
    await compare(bank.bankId);
  });

  it("do not block: an open transaction delays no others", async () => {
    const bank = await makeBank();
    const school = await makeSchool();
    const first = await make(bank, school);
    await transaction(async (tx) => {
      await tx.query(
        "update donation set status = 'failed', failed_at = now(), failure_reason = 'x' where id = $1",
        [first],
      );
      await Promise.all(Array.from({ length: 5 }, () => make(bank, school)));
    });
    await compare(bank.bankId);
  });

  it("do not change when many rows of a day are merged into one", async () => {
    const bank = await makeBank();
    const school = await makeSchool();
    const ids = await Promise.all(Array.from({ length: 12 }, () => make(bank, school)));
    await db().donation.updateMany({
      where: { id: { in: ids } },
      data: { createdAt: new Date("2026-01-05T10:00:00Z") },
    });
    await applyRetention();
    await compare(bank.bankId);
    const { rows } = await pool().query(
      "select count(*) from day_tally where owner = $1 and day = '2026-01-05'",
      [bank.bankId],
    );
    expect(rows[0].count).toBe(1);
  });
});

describe("a total over a range of time", () => {
  it("is exact wherever the range begins and ends", async () => {
    const bank = await makeBank();
    const [one, other] = [await makeSchool(), await makeSchool()];
    const times = [
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:00.001Z",
      "2026-01-01T23:59:59.999Z",
      "2026-01-02T00:00:00.000Z",
      "2026-01-02T12:00:00.000Z",
      "2026-01-04T08:30:00.000Z",
      "2026-01-05T00:00:00.000Z",
    ];
    for (const [n, at] of times.entries()) {
      const id = await make(bank, n % 2 ? one : other);
      await db().donation.update({ where: { id }, data: { createdAt: new Date(at) } });
      if (n % 3 === 0) await push(id);
    }
    const edges = [undefined, ...times.map((at) => new Date(at))];
    for (const from of edges) {
      for (const to of edges) {
        for (const more of [{}, { school_id: one }, { status: "completed" as const }]) {
          const page = await listDonations(bank.scope, { ...more, from, to, limit: 100 });
          expect(page.total, JSON.stringify({ from, to, more })).toBe(page.items.length);
        }
      }
    }
  });
});
