/** What journeys know of the application under test: its data directory, its API and its database. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { hashPassword } from "../lib/auth/passwords.ts";

export type Person = { email: string; password: string };

const dataFile = (name: string) =>
  readFileSync(path.join(process.env.E2E_DATA_DIR ?? "", name), "utf8");

/** The demonstration's sign-in and API key, as the start left them for whoever started it. */
export function demonstration(): Person & { api_key: string } {
  return JSON.parse(dataFile("demonstration.json"));
}

/** Asks the API as the demonstration bank. */
export async function api(method: string, address: string, body?: unknown) {
  const response = await fetch(`http://localhost:${process.env.E2E_PORT}${address}`, {
    method,
    headers: { "X-Service-API-Key": demonstration().api_key, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Submits a donation of the demonstration bank. @returns it, as accepted */
export function submitDonation(dollars: number, changes: Record<string, unknown> = {}) {
  return api("POST", "/v1/donations/request", {
    bank_transaction_ref: `journey-${randomUUID()}`,
    dollar_amount: dollars,
    points_redeemed: Math.ceil(dollars * 100),
    points_per_dollar: 100,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
    ...changes,
  });
}

/** One statement in the application's own database. */
export async function query(text: string, values: unknown[] = []) {
  const port = dataFile("postgres/postmaster.pid").split("\n")[3];
  const { POSTGRES_PASSWORD: password } = JSON.parse(dataFile("secrets.json"));
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

/** Somebody new whom the bank has linked, and who has a password. */
export async function makeCardholder(name = "Sam Sample") {
  const email = `${randomUUID()}@example.com`;
  const password = `journey-${randomUUID()}`;
  const { service_user_id: accountId } = await api("POST", "/v1/accounts/link", {
    bank_user_id: randomUUID(),
    display_name: name,
    email,
    loyalty_program_id: "gold-rewards",
  });
  const hash = await hashPassword(password);
  await query("update cardholder set password_hash = $2 where email_key = $1", [email, hash]);
  return { email, password, accountId: accountId as string };
}
