/** Gifts that a bank authorizes, while the service is killed on either side of the bank's answer. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Asked, type Authorizer, startAuthorizer } from "../authorizer.ts";
import { Application, eventually } from "./application.ts";

const app = new Application();
let bank: Authorizer;
let accountId: string;
const client = () => new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });

beforeAll(async () => {
  bank = await startAuthorizer();
  await app.start();
  const accounts = (await app.api("GET", "/v1/accounts/linked")).body.data;
  accountId = accounts[0].service_user_id;
  const { banks } = await app.admin("bank", "list");
  const owner = banks.find(({ name }: { name: string }) => name.startsWith("Harbor"));
  const address = ["--authorization-url", bank.url];
  const updated = await app.admin("bank", "update", "--bank", owner.bank_id, ...address);
  expect(updated.authorization_url).toBe(bank.url);
  // The demo bank has an address already, and keeps its secret.
  const rotated = await app.admin("bank", "rotate-authorization-secret", "--bank", owner.bank_id);
  bank.settings.secret = rotated.authorization_secret;
});
afterAll(async () => {
  await app.remove();
  await bank.close();
});

async function openSession(): Promise<string> {
  const body = { service_user_id: accountId, school_id: "ohio-state" };
  return (await app.api("POST", "/v1/embed/token", body)).body.data.embed_token;
}

/** Confirms the gift of a session. @returns the page; null if the service was killed meanwhile */
async function confirm(token: string): Promise<string | null> {
  const fields = { token, do: "give", school_id: "ohio-state", fund_designation: "annual-fund" };
  try {
    const response = await fetch(`${app.base}/embed/session`, {
      method: "POST",
      body: new URLSearchParams({ ...fields, amount: "25", points: "2500" }),
    });
    return await response.text();
  } catch {
    return null;
  }
}

const donationIdOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()).sub as string;

type Row = { id: string; status: string };

async function rowsOf(donationId: string): Promise<{ authorizations: Row[]; donations: Row[] }> {
  const connection = client();
  await connection.connect();
  try {
    const authorizations = await connection.query<Row>(
      "select id, status from gift_authorization where donation_id = $1 order by created_at",
      [donationId],
    );
    const donations = await connection.query<Row>(
      "select authorization_id as id, status from donation where id = $1",
      [donationId],
    );
    return { authorizations: authorizations.rows, donations: donations.rows };
  } finally {
    await connection.end();
  }
}

const restart = async () => {
  await app.kill();
  await app.start();
};

it("killed while the bank is asked, it asks again under the same ID, and gives once", async () => {
  const token = await openSession();
  const killed = new Promise<void>((resolve) => {
    bank.settings.answer = () => {
      void app.kill().then(resolve);
      return "hang";
    };
  });
  expect(await confirm(token)).toBeNull();
  await killed;
  const donationId = donationIdOf(token);
  await app.start();
  expect(await rowsOf(donationId)).toMatchObject({
    authorizations: [{ status: "requested" }],
    donations: [],
  });
  bank.answerWith({ decision: "approved" });
  expect(await confirm(token)).toContain("Thank you!");
  const { authorizations, donations } = await rowsOf(donationId);
  expect(authorizations).toMatchObject([{ status: "used" }]);
  expect(donations.map(({ id }) => id)).toEqual([authorizations[0]?.id]);
  expect(bank.asked.map(({ id }) => id)).toEqual([authorizations[0]?.id]);
});

it("killed right after the bank's approval, it gives once, with the same approval", async () => {
  for (const delayMs of [0, 2, 5, 10, 20]) {
    const token = await openSession();
    let dying: Promise<void> | undefined;
    bank.asked.length = 0;
    bank.settings.answer = () => {
      dying ??= wait(delayMs).then(() => app.kill());
      return { decision: "approved", hold_reference: `hold-${delayMs}` };
    };
    const first = await confirm(token);
    await dying;
    await app.start();
    const again = await confirm(token);
    expect(again, `${delayMs} ms: ${first}`).toMatch(/Thank you!/);
    const { authorizations, donations } = await rowsOf(donationIdOf(token));
    expect(authorizations).toMatchObject([{ status: "used" }]);
    expect(donations.map(({ id }) => id)).toEqual([authorizations[0]?.id]);
    expect(new Set(bank.asked.map(({ id }: Asked) => id))).toEqual(
      new Set([authorizations[0]?.id]),
    );
  }
});

it("killed and never confirmed again, the bank is told to release what it holds", async () => {
  const token = await openSession();
  bank.settings.answer = () => {
    void app.kill();
    return "hang";
  };
  await confirm(token);
  await restart();
  const connection = client();
  await connection.connect();
  await connection.query(
    "update gift_authorization set expires_at = now() where donation_id = $1",
    [donationIdOf(token)],
  );
  await connection.end();
  const told = await eventually(async () => {
    const { body } = await app.api("GET", "/v1/events?type=donation.authorization_expired");
    return body.data.find(
      ({ data }: { data: Asked["payload"]["data"] }) => data.donation_id === donationIdOf(token),
    );
  }, "the sweep expires it");
  const { authorizations, donations } = await rowsOf(donationIdOf(token));
  expect(authorizations).toEqual([{ id: told.data.authorization_id, status: "expired" }]);
  expect(donations).toEqual([]);
  const shown = await app.admin("donation", "show", "--donation", donationIdOf(token));
  expect(shown).toEqual({
    donation_id: donationIdOf(token),
    authorizations: [expect.objectContaining({ status: "expired" })],
  });
});
