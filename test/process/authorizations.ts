/** Gifts that a bank authorizes, with the service killed before or after the bank's response. */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import {
  APPROVED,
  type AuthorizationRequest,
  type Authorizer,
  startAuthorizer,
} from "../authorizer.ts";
import { eventually } from "./application.ts";
import { app } from "./killed-service.ts";

/** How long before the kill the bank approves, one gift each. */
const APPROVED_BEFORE_MS = [20, 10, 5, 2, 0];

let bank: Authorizer;
const client = () => new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });

/** The authorizing bank. */
export async function prepareAuthorizer(): Promise<void> {
  bank = await startAuthorizer();
  const { banks } = await app.admin("bank", "list");
  const owner = banks.find(({ name }: { name: string }) => name.startsWith("Harbor"));
  const address = ["--authorization-url", bank.url];
  const updated = await app.admin("bank", "update", "--bank", owner.bank_id, ...address);
  expect(updated.authorization_url).toBe(bank.url);
  // The demo bank already has an authorization address with its own secret.
  const rotated = await app.admin("bank", "rotate-authorization-secret", "--bank", owner.bank_id);
  bank.settings.secret = rotated.authorization_secret;
}

export const closeAuthorizer = () => bank.close();

/** One customer each, since an account may have two pending authorizations. */
async function openSession(): Promise<string> {
  const bank_user_id = randomUUID();
  const email = `${bank_user_id}@example.com`;
  const person = { bank_user_id, email, display_name: "Pat", loyalty_program_id: "gold-rewards" };
  const { data: account } = (await app.api("POST", "/v1/accounts/link", person)).body;
  const body = { service_user_id: account.service_user_id, school_id: "ohio-state" };
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

const requestsFor = (token: string) =>
  bank.asked.filter(({ payload }) => payload.data.donation_id === donationIdOf(token));

/** Sessions whose gift was confirmed before the service was killed. */
let unansweredToken: string;
let abandonedToken: string;
let approved: string[];

/** Confirms all, approves some once each request has reached the bank, and kills the service. */
export async function killDuringRequests(): Promise<void> {
  const held = new Map<unknown, ServerResponse>();
  bank.settings.answer =
    ({ payload }) =>
    (response) =>
      void held.set(payload.data.donation_id, response);
  [unansweredToken, abandonedToken] = [await openSession(), await openSession()];
  approved = await Promise.all(APPROVED_BEFORE_MS.map(openSession));
  const confirmed = Promise.all([unansweredToken, abandonedToken, ...approved].map(confirm));
  const count = 2 + approved.length;
  await eventually(() => held.size === count || undefined, "the bank has received each request");
  const approving = approved.map(async (token, index) => {
    await wait(Math.max(...APPROVED_BEFORE_MS) - (APPROVED_BEFORE_MS[index] ?? 0));
    const decided = { decision: "approved", hold_reference: `hold-${index}` };
    held.get(donationIdOf(token))?.writeHead(200).end(JSON.stringify(decided));
  });
  await Promise.all(approving);
  await app.kill();
  expect((await confirmed).slice(0, 2)).toEqual([null, null]);
  await app.start();
  bank.settings.answer = () => APPROVED;
  // The sweep runs every minute, so the tests in between need not wait for it.
  const connection = client();
  await connection.connect();
  await connection.query(
    "update gift_authorization set expires_at = now() where donation_id = $1",
    [donationIdOf(abandonedToken)],
  );
  await connection.end();
}

/** After the kill. */
export function authorizationTests(): void {
  it("killed during the authorization request, it repeats the request with the same ID, and makes one donation", async () => {
    expect(await rowsOf(donationIdOf(unansweredToken))).toMatchObject({
      authorizations: [{ status: "requested" }],
      donations: [],
    });
    expect(await confirm(unansweredToken)).toContain("Thank you!");
    const { authorizations, donations } = await rowsOf(donationIdOf(unansweredToken));
    expect(authorizations).toMatchObject([{ status: "used" }]);
    const id = authorizations[0]?.id;
    expect(donations.map((donation) => donation.id)).toEqual([id]);
    expect(requestsFor(unansweredToken).map((asked) => asked.id)).toEqual([id, id]);
  });

  it.each(APPROVED_BEFORE_MS.map((ms, index) => ({ ms, index })))(
    "killed right after the bank's approval, it makes one donation with that approval: $ms ms before",
    async ({ index }) => {
      const token = approved[index] as string;
      expect(await confirm(token)).toContain("Thank you!");
      const { authorizations, donations } = await rowsOf(donationIdOf(token));
      expect(authorizations).toMatchObject([{ status: "used" }]);
      const id = authorizations[0]?.id;
      expect(donations.map((donation) => donation.id)).toEqual([id]);
      expect(new Set(requestsFor(token).map((asked) => asked.id))).toEqual(new Set([id]));
    },
  );

  it("if the gift is never confirmed again, the bank is told to release the hold", async () => {
    const event = await eventually(async () => {
      const { body } = await app.api("GET", "/v1/events?type=donation.authorization_expired");
      return body.data.find(
        ({ data }: { data: AuthorizationRequest["payload"]["data"] }) =>
          data.donation_id === donationIdOf(abandonedToken),
      );
    }, "the sweep expires it");
    const { authorizations, donations } = await rowsOf(donationIdOf(abandonedToken));
    expect(authorizations).toEqual([{ id: event.data.authorization_id, status: "expired" }]);
    expect(donations).toEqual([]);
    const shown = await app.admin("donation", "show", "--donation", donationIdOf(abandonedToken));
    expect(shown).toEqual({
      donation_id: donationIdOf(abandonedToken),
      authorizations: [expect.objectContaining({ status: "expired" })],
    });
  });
}
