/** Access to the application under test: its data directory, its API, and its database. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { hashPassword } from "../lib/auth/passwords/hashing.ts";
import {
  type BankClient,
  createBankClient,
  type Donation,
  type DonationRequest,
} from "../packages/client/index.ts";
import { recordSecrets } from "../test/logs.ts";

export type Person = { email: string; password: string };

const dataFile = (name: string) =>
  readFileSync(path.join(process.env.E2E_DATA_DIR ?? "", name), "utf8");

/** The application's generated secrets. */
export const secrets = (): Record<string, string> => JSON.parse(dataFile("secrets.json"));

/** The demo cardholder's sign-in and the demo bank's API key, as written at startup. */
export function demonstration(): Person & { api_key: string } {
  return JSON.parse(dataFile("demonstration.json"));
}

/** An API client with the demo bank's key. */
export function bank(): BankClient {
  const baseUrl = `http://localhost:${process.env.E2E_PORT}`;
  return createBankClient({ baseUrl, apiKey: demonstration().api_key });
}

/** Submits a donation as the demo bank. @returns it as accepted */
export async function submitDonation(
  dollars: number,
  changes: Partial<DonationRequest> = {},
): Promise<Donation> {
  const body = {
    bank_transaction_ref: `journey-${randomUUID()}`,
    dollar_amount: dollars,
    points_redeemed: Math.ceil(dollars * 100),
    points_per_dollar: 100,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
    ...changes,
  };
  return (await bank().POST("/v1/donations/request", { body })).data;
}

/** The current state of a demo bank's donation. */
export async function getDonation(id: string): Promise<Donation> {
  const params = { path: { donation_id: id } };
  return (await bank().GET("/v1/donations/{donation_id}", { params })).data;
}

/** One statement in the application's own database. */
export async function query(text: string, values: unknown[] = []) {
  const port = dataFile("postgres/postmaster.pid").split("\n")[3];
  const { POSTGRES_PASSWORD: password } = secrets();
  const client = new pg.Client({
    host: "127.0.0.1",
    port: Number(port),
    user: "points",
    password,
    database: "points",
  });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Accepts a link on behalf of its cardholder. */
export async function acceptLink(accountId: string): Promise<void> {
  await query("update account set accepted_at = now() where id = $1", [accountId]);
}

/** A new linked cardholder with a password. */
export async function makeCardholder(name = "Sam Sample") {
  const email = `${randomUUID()}@example.com`;
  const password = `journey-${randomUUID()}`;
  recordSecrets([password]);
  const body = {
    bank_user_id: randomUUID(),
    display_name: name,
    email,
    loyalty_program_id: "gold-rewards",
  };
  const linked = (await bank().POST("/v1/accounts/link", { body })).data;
  const hash = await hashPassword(password);
  await query("update cardholder set password_hash = $2 where email_key = $1", [email, hash]);
  await acceptLink(linked.service_user_id);
  return { email, password, accountId: linked.service_user_id };
}

/** Ends all of a person's sessions, whose cookies stay in their browsers. */
export const endSessions = (email: string) =>
  query(
    `update session_family set revoked_at = now()
     where cardholder_id = (select id from cardholder where email_key = $1)`,
    [email],
  );
