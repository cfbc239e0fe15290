/** A lost database is restored to its end, and to a point before what the platform and the bank already know. */
import { randomBytes } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EmbeddedPostgres } from "#installation/embedded-postgres.ts";
import { Application, eventually } from "./application.ts";
import { archiveAll, backUp, makeFolder, query, restore, startArchived } from "./restore.ts";
import { prepare, startBank } from "./storm.ts";

const secret = () => randomBytes(32).toString("base64");
const settings = {
  AUTH_SECRET: secret(),
  PLATFORM_CONFIG_KEY: secret(),
  WEBHOOK_SECRETS_KEY: secret(),
  IDENTITY_SECRETS_KEY: secret(),
  PUSH_RETRY_SCHEDULE: "0s,300ms",
};

const closing: (() => Promise<unknown>)[] = [];
let stage: Awaited<ReturnType<typeof prepare>>;
let backup: string;
let archive: string;
/** Donations accepted during the backup; pending at the recovery point; accepted after it. */
const accepted = { loaded: [] as string[], open: [] as string[], late: [] as string[] };

const donate = async (app: Application, reference: string) => {
  const body = {
    bank_transaction_ref: reference,
    dollar_amount: 25,
    school_id: stage.school,
    fund_designation: "annual-fund",
  };
  const answer = await app.api("POST", "/v1/donations/request", body, stage.bank.key);
  expect(answer.status).toBe(202);
  return answer.body.data.donation_id as string;
};

const settled = (url: string) =>
  eventually(
    async () => {
      const [{ n }] = await query(
        url,
        `select (select count(*) from donation where status = 'pending')
              + (select count(*) from webhook_delivery where status = 'pending') as n`,
      );
      return Number(n) === 0 ? true : undefined;
    },
    "every donation is settled and delivered",
    90_000,
  );

const idsIn = async (url: string) =>
  (await query(url, "select id from donation where bank_id = $1", [stage.bank.id])).map(
    ({ id }) => id as string,
  );
const credited = async () =>
  (await stage.platform.ledger()).map(({ credit }) => credit.partner_reference).sort();

beforeAll(async () => {
  const postgres = await startArchived();
  const app = new Application({ ...settings, DATABASE_URL: postgres.url });
  closing.push(() => app.remove());
  await app.start();
  stage = await prepare(app);
  closing.push(() => stage.platform.stop(), stage.receiver.close);

  const bank = startBank([app], stage, { clients: 4 });
  await wait(1_000);
  backup = await backUp(postgres.url, postgres.dataDir);
  await wait(500);
  accepted.loaded = await bank.stop();
  await settled(postgres.url);

  await stage.platform.behave("unavailable");
  for (let n = 0; n < 5; n++) accepted.open.push(await donate(app, `open-${n}`));
  await query(postgres.url, "select pg_create_restore_point('before the mistake')");
  await stage.platform.behave("ok");
  for (let n = 0; n < 3; n++) accepted.late.push(await donate(app, `late-${n}`));
  await settled(postgres.url);
  await archiveAll(postgres.url);

  await app.kill();
  archive = makeFolder("points-archive-");
  cpSync(postgres.archive, archive, { recursive: true });
  await postgres.close();
  rmSync(postgres.dataDir, { recursive: true });
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function restored(point?: string): Promise<EmbeddedPostgres> {
  const postgres = await restore(backup, archive, point);
  closing.push(() => postgres.close());
  return postgres;
}

it("a backup under load plus the whole archive restores everything accepted, settled", async () => {
  const { url } = await restored();
  expect((await idsIn(url)).sort()).toEqual(Object.values(accepted).flat().sort());
  const [{ n }] = await query(url, "select count(*) as n from donation where status = 'completed'");
  expect(Number(n)).toBeGreaterThanOrEqual(accepted.loaded.length + 8);
});

it("after recovery to an earlier point, pushed donations are pushed again, and never credited twice", async () => {
  const creditsBefore = await credited();
  expect(creditsBefore).toEqual(Object.values(accepted).flat().sort());
  const receivedBefore = new Set(stage.receiver.received.map(({ id }) => id));

  const { url } = await restored("before the mistake");
  const [{ n }] = await query(
    url,
    "select count(*) as n from donation where status = 'pending' and id = any($1)",
    [accepted.open],
  );
  expect(Number(n)).toBe(5);
  const known = (await query(url, "select id from event")).map(({ id }) => id);

  const app = new Application({ ...settings, DATABASE_URL: url });
  closing.push(() => app.remove());
  await app.start();
  await settled(url);

  expect(await credited()).toEqual(creditsBefore);
  const books = await stage.platform.ledger();
  for (const id of [...accepted.loaded, ...accepted.open]) {
    const { body } = await app.api("GET", `/v1/donations/${id}`, undefined, stage.bank.key);
    const entry = books.find(({ credit }) => credit.partner_reference === id);
    expect(body.data).toMatchObject({
      status: "completed",
      school_confirmation_id: entry?.credit.credit_id,
    });
  }
  for (const id of accepted.open) {
    expect(books.find(({ credit }) => credit.partner_reference === id)?.requests).toBe(2);
  }

  // Events that the restored database knows keep their IDs. Forgotten events are sent again: the same except
  // for their time and ID, so a bank recognizes them by the donation.
  const again = stage.receiver.received.filter(({ id }) => !receivedBefore.has(id));
  expect(again.map(({ payload }) => payload?.data.donation_id).sort()).toEqual(
    [...accepted.open].sort(),
  );
  expect(again.every(({ id }) => !known.includes(id))).toBe(true);
  for (const { payload } of again) {
    const first = stage.receiver.received.find(
      ({ payload: earlier }) => earlier?.data.donation_id === payload?.data.donation_id,
    )?.payload;
    const completedAt = { completed_at: expect.any(String) };
    expect(payload?.data).toEqual({ ...first?.data, ...completedAt });
  }

  // Donations after the point exist only in the platform's ledger: before a bank sends them
  // again, they must be looked up there.
  for (const id of accepted.late) {
    const answer = await app.api("GET", `/v1/donations/${id}`, undefined, stage.bank.key);
    expect(answer.status).toBe(404);
  }
  const unknown = (await credited()).filter(
    (id) => !accepted.loaded.concat(accepted.open).includes(id),
  );
  expect(unknown.sort()).toEqual([...accepted.late].sort());
});
