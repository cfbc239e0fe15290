import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bankScopeOf } from "#lib/auth/api-keys.ts";
import { verifyPassword } from "#lib/auth/passwords/hashing.ts";
import { systemScope } from "#lib/auth/scopes.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { batchFile } from "#lib/batches/files.ts";
import { listBatches } from "#lib/batches/queries.ts";
import { listPayments } from "#lib/books/payments/queries.ts";
import { listAllStatements } from "#lib/books/statements/queries.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { findSources } from "#lib/donations/sql.ts";
import { env, rereadEnv } from "#lib/env.ts";
import { DEMO_BANK_ID, readDemo } from "#lib/sandbox/demo-bank.ts";
import { DEMO_SCHOOL_ID } from "#lib/sandbox/staff.ts";
import { pushAgain } from "#test/batches.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember } from "#test/staff.ts";
import { ensureBooks } from "./books.ts";
import { connectDemoBank } from "./demo.ts";
import { seedSandbox } from "./seed.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "points-seed-"));
const quiet = () => {};
isolateDatabase();

beforeAll(async () => {
  await seedSandbox(dataDir, quiet);
});

afterAll(async () => {
  rmSync(dataDir, { recursive: true });
});

const numberOf = async (query: string) => Number((await pool().query(query)).rows[0].n);

describe("the schools", () => {
  it("are the 136 of NCAA Division I FBS, each with an Annual Fund and a platform", async () => {
    expect(await db().school.count()).toBe(136);
    expect(await db().fund.count({ where: { name: "Annual Fund" } })).toBe(136);
    expect(await db().platformConfig.count({ where: { adapter: "stub" } })).toBe(136);
  });

  it("have minimums of 5 to 25 dollars and 3 to 6 funds", async () => {
    expect(
      await numberOf(`select count(*) as n from school
        where minimum_donation_cents not between 500 and 2500`),
    ).toBe(0);
    expect(
      await numberOf(`select count(*) as n from
        (select count(*) as funds from fund group by school_id) as per where funds not between 3 and 6`),
    ).toBe(0);
  });
});

describe("the demonstration", () => {
  it("has a history whose sums add up", async () => {
    const query = "select sum(amount_cents) as n from donation where status = 'completed'";
    const cents = await numberOf(query);
    expect(cents).toBeGreaterThan(100_000);
    expect(await numberOf("select sum(lifetime_donated_cents) as n from account")).toBe(cents);
    expect(await numberOf("select sum(donated_cents) as n from school_total")).toBe(cents);
    expect(await numberOf("select sum(amount_cents) as n from stub_credit")).toBe(cents);
    const gifts = await db().donation.count({ where: { status: "completed" } });
    expect(await numberOf("select sum(donation_count) as n from account")).toBe(gifts);
    expect(await db().event.count()).toBe(await db().donation.count());
  });

  it("has accounts with points, the cheapest of which its person used last", async () => {
    const person = await db().cardholder.findFirstOrThrow({
      where: { emailKey: "jordan.sample@example.com" },
    });
    const { id: cardholderId } = person;
    const sources = await findSources({ cardholderId });
    expect(sources.map(({ rate }) => Number(rate))).toEqual([100, 125]);
    for (const { pointsBalance } of sources) expect(Number(pointsBalance)).toBeGreaterThan(10_000);
  });

  it("has no gift below its school's minimum", async () => {
    expect(
      await numberOf(`select count(*) as n from donation join school on school.id = school_id
        where amount_cents < minimum_donation_cents`),
    ).toBe(0);
  });

  it("stores its key and password readable only by their owner", async () => {
    const demo = readDemo(dataDir);
    expect((await bankScopeOf(demo?.api_key ?? null)).bankId).toBeTruthy();
    const person = await db().cardholder.findUnique({ where: { emailKey: demo?.email as string } });
    expect(await verifyPassword(person?.passwordHash ?? null, demo?.password ?? "")).toBe(true);
    expect(statSync(path.join(dataDir, "demonstration.json")).mode & 0o777).toBe(0o600);
  });
});

describe("the teams", () => {
  const members = async () => {
    const found = await db().membership.findMany({ include: { cardholder: true } });
    return found.map(({ tenant, role, cardholder }) => `${tenant} ${role} ${cardholder.email}`);
  };
  const ALL = [
    `bank:${DEMO_BANK_ID} developer developer@harbor.example`,
    `bank:${DEMO_BANK_ID} finance controller@harbor.example`,
    `bank:${DEMO_BANK_ID} support clerk@harbor.example`,
    "operator admin admin@operator.example",
    "school:ucla admin admin@ucla.example",
    "school:ucla processor processor@ucla.example",
  ];

  it("have members without passwords, who are in their teams' logs", async () => {
    expect((await members()).sort()).toEqual(ALL);
    const people = await db().cardholder.findMany({ where: { memberships: { some: {} } } });
    expect(people.map(({ passwordHash }) => passwordHash)).toEqual(Array(ALL.length).fill(null));
    const joined = await db().auditEntry.findMany({ where: { action: "team.join" } });
    expect(joined.map(({ actor, tenant }) => `${actor} ${tenant}`).sort()).toEqual(
      ALL.map((member) => `seed ${member.split(" ")[0]}`),
    );
  });

  it("get missing members, but none back who were removed", async () => {
    const [developer, clerk] = ["developer@harbor.example", "clerk@harbor.example"];
    await db().cardholder.delete({ where: { emailKey: developer } });
    await db().membership.deleteMany({ where: { cardholder: { emailKey: clerk } } });
    await seedSandbox(dataDir, quiet);
    expect((await members()).sort()).toEqual(ALL.filter((member) => !member.endsWith(clerk)));
  });
});

describe("seeding again", () => {
  const counts = async () => [
    await db().school.count(),
    await db().donation.count(),
    await db().account.count(),
    await db().apiKey.count(),
    await db().webhookEndpoint.count(),
    await db().membership.count(),
    await db().auditEntry.count(),
  ];

  it("changes nothing", async () => {
    const [first, credentials] = [await counts(), readDemo(dataDir)];
    await Promise.all([seedSandbox(dataDir, quiet), seedSandbox(dataDir, quiet)]);
    expect(await counts()).toEqual(first);
    expect(readDemo(dataDir)).toEqual(credentials);
  });

  it("completes a demo whose creation was interrupted", async () => {
    const [schools, donations, accounts] = await counts();
    await db().cardholder.updateMany({ data: { passwordHash: null } });
    await pool().query("delete from event; delete from donation where channel = 'bank'");
    await seedSandbox(dataDir, quiet);
    expect((await counts()).slice(0, 3)).toEqual([schools, donations, accounts]);
  });
});

it("lets the demo bank's app frame the flow, once, and keeps other registered origins", async () => {
  const where = { id: DEMO_BANK_ID };
  await db().bank.update({ where, data: { embedOrigins: ["https://app.harbor.example"] } });
  const others = () => db().bank.findMany({ where: { NOT: where }, orderBy: { id: "asc" } });
  const before = await others();
  for (const _ of [1, 2]) {
    await connectDemoBank();
    const { embedOrigins } = await db().bank.findUniqueOrThrow({ where });
    expect(embedOrigins).toEqual(["https://app.harbor.example", env().publicBaseUrl]);
  }
  expect(await others()).toEqual(before);
});

describe("the foundation's month", () => {
  const ofSchool = { schoolId: DEMO_SCHOOL_ID };
  const seedFoundation = async () => {
    process.env.SANDBOX_FOUNDATION = "true";
    rereadEnv();
    await seedSandbox(dataDir, quiet);
  };
  beforeAll(seedFoundation);
  afterAll(() => {
    process.env.SANDBOX_FOUNDATION = "false";
    rereadEnv();
  });

  const sums = async (status: string) => {
    const where = { ...ofSchool, status };
    const { _count: count, _sum: sum } = await db().donation.aggregate({
      where,
      _count: true,
      _sum: { amountCents: true },
    });
    return { count, cents: sum.amountCents };
  };

  it.each([
    [
      "a gift enters a batch after it's accepted, while the batch is open",
      `entered_at < d.created_at or entered_at < opened_at or entered_at > closed_at or entered_at > now()`,
    ],
    [
      "its donor is told what the school promises",
      "estimated_confirmation_at <> confirmation_promise(d.created_at, time_zone, confirmation_days)",
    ],
    [
      "it's decided after its batch has closed, and settles then",
      `decided_at < closed_at or (decided_at is not null and closed_at is null) or decided_at > now()
        or coalesce(completed_at, failed_at) is distinct from decided_at
        or c.settled_at is distinct from decided_at`,
    ],
    [
      "its number is the school's, and nobody else's",
      `(d.status = 'completed') <> (confirmation_number is not null)
        or confirmation_number is distinct from platform_credit_id
        or exists (select from gift_batch_line o where o.confirmation_number = l.confirmation_number
          and o.donation_id <> l.donation_id)`,
    ],
    [
      "a batch opens when the one before has closed",
      `exists (select from gift_batch o where o.school_id = b.school_id and o.number < b.number
        and (o.closed_at is null or o.closed_at > b.opened_at))`,
    ],
    [
      "its batch's files have its date, if they have one",
      `d.status = 'completed' and coalesce(b.settings ->> 'giftDate', 'accepted')
        <> case when d.gift_date is null then 'confirmed' else 'accepted' end`,
    ],
  ])("obeys the service's own rules: %s", async (_, broken) => {
    const rule = `select count(*) as n, count(*) filter (where ${broken}) as broken
      from donation d join credit c on c.donation_id = d.id join school s on s.id = d.school_id
      join gift_batch_line l on l.donation_id = d.id join gift_batch b on b.id = l.batch_id`;
    const [row] = (await pool().query(rule)).rows;
    expect(Number(row.n)).toBeGreaterThan(50);
    expect(Number(row.broken)).toBe(0);
  });

  it("has confirmed batches, one that waits, an open one, and a refused gift, whose sums add up", async () => {
    const { scope } = await makeMember({ kind: "school", ...ofSchool }, "processor");
    const { items } = await listBatches(scope, { limit: 10 });
    const states = items.map(({ status, undecided_count, refused_count }) => [
      status,
      undecided_count > 0,
      refused_count,
    ]);
    expect(states).toEqual([
      ["open", true, 0],
      ["closed", true, 0],
      ["closed", false, 0],
      ["closed", false, 1],
      ["closed", false, 0],
      ["closed", false, 0],
      ["closed", false, 0],
      ["closed", false, 0],
    ]);
    const confirmed = await sums("completed");
    const total = await db().schoolTotal.findFirstOrThrow({ where: ofSchool });
    expect([Number(total.donationCount), total.donatedCents]).toEqual([
      confirmed.count,
      confirmed.cents,
    ]);
    const refused = await sums("failed");
    expect(refused.count).toBe(1);
    const all = items.reduce((sum, batch) => sum + batch.gift_count, 0);
    expect(all).toBe(await db().donation.count({ where: ofSchool }));
    expect(await db().giftBatchLine.count({ where: { donorNumber: null } })).toBeGreaterThan(10);
  });

  it("is as the service would have left it: the batch that waits can be downloaded and confirmed", async () => {
    const { scope } = await makeMember({ kind: "school", ...ofSchool }, "processor");
    const { items } = await listBatches(scope, { limit: 10 });
    const waiting = items.find((batch) => batch.status === "closed" && batch.undecided_count > 0);
    const batchId = waiting?.batch_id as string;
    const { body } = await batchFile(scope, batchId);
    expect((await text(body)).split("\r\n").filter(Boolean)).toHaveLength(1 + 8);
    const before = await sums("completed");
    const confirmation = { batch_id: batchId, confirmation_number: "B-6" };
    expect((await confirmGifts(scope, confirmation, false)).confirmed).toBe(8);
    const lines = await db().giftBatchLine.findMany({ where: { batchId } });
    for (const { id } of lines) expect(await pushAgain(id)).toBe("completed");
    expect((await sums("completed")).count).toBe(before.count + 8);
  });

  it("has books whose months are closed: paid, but for the last one of the foundation", async () => {
    const began = Date.now();
    for (let times = 0; times < 2; times++) await ensureBooks(systemScope("seed"));
    expect(Date.now() - began).toBeLessThan(20_000);
    const banks = await listAllStatements({ bankId: DEMO_BANK_ID }, 30);
    expect(banks.length).toBeGreaterThan(10);
    const paid = banks.slice(1).map(() => "paid");
    expect(banks.map(({ status }) => status)).toEqual(["partly_paid", ...paid]);
    const ofFoundation = await listAllStatements(ofSchool, 30);
    expect(ofFoundation.map(({ status }) => status)).toEqual(["partly_paid", "paid"]);
    const payments = await listPayments({ ...ofSchool, bankId: DEMO_BANK_ID }, 10);
    expect(payments.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "received posted",
      "received posted",
      "sent claimed",
    ]);
  });

  it("isn't written twice, nor into batches of the foundation's own", async () => {
    const count = await db().donation.count({ where: ofSchool });
    await seedFoundation();
    expect(await db().donation.count({ where: ofSchool })).toBe(count);
  });
});

describe("the demo bank authorizes gifts", () => {
  const where = { bankId: DEMO_BANK_ID };
  const address = async () => (await db().authorizationAddress.findUnique({ where }))?.url;
  const reachable = (allowed: boolean) => {
    process.env.ALLOW_LOOPBACK_WEBHOOKS = String(allowed);
    rereadEnv();
  };
  const here = () => `http://127.0.0.1:${env().port}/sandbox/authorizations`;
  afterEach(() => reachable(true));

  it("at this process, with the same secret, even after its port changed", async () => {
    const [before] = await db().authorizationAddress.findMany();
    expect(before?.url).toBe(here());
    const url = "http://127.0.0.1:1/sandbox/authorizations";
    await db().authorizationAddress.update({ where, data: { url } });
    await connectDemoBank();
    expect(await db().authorizationAddress.findMany()).toEqual([before]);
  });

  it("at a custom address, if one was registered", async () => {
    const url = "https://bank.example/authorize";
    await db().authorizationAddress.update({ where, data: { url } });
    for (const allowed of [true, false]) {
      reachable(allowed);
      await connectDemoBank();
      expect(await address()).toBe(url);
    }
    await db().authorizationAddress.update({ where, data: { url: here() } });
  });

  it("no longer, if loopback requests aren't allowed or the address was removed", async () => {
    reachable(false);
    await connectDemoBank();
    expect(await address()).toBeUndefined();
    reachable(true);
    await connectDemoBank();
    expect(await address()).toBeUndefined();
  });
});
