/** The application under `next start`, without our server: nothing in it moves gifts, so it must not accept them. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { recordRegistration } from "#lib/jobs/engines.ts";
import { donationBody, makeBank, makeSchool } from "../factories.ts";
import { Application, eventually } from "./application.ts";

class PlainNext extends Application {
  protected override program(name: "start" | "admin") {
    if (name === "admin") return super.program(name);
    return { ...super.program(name), args: ["node_modules/next/dist/bin/next", "start"] };
  }
}

const hex = () => randomBytes(32).toString("hex");
const {
  DATABASE_URL,
  AUTH_SECRET,
  PLATFORM_CONFIG_KEY,
  WEBHOOK_SECRETS_KEY,
  IDENTITY_SECRETS_KEY,
} = process.env as Record<string, string>;
/** As in `.env.example`; the server with these keys never registers anything. */
const app = new PlainNext({
  ...{ DATABASE_URL, AUTH_SECRET, PLATFORM_CONFIG_KEY, WEBHOOK_SECRETS_KEY, IDENTITY_SECRETS_KEY },
  ...{ INNGEST_EVENT_KEY: hex(), INNGEST_SIGNING_KEY: hex() },
} as Record<string, string>);

let starting: Promise<void>;
beforeAll(async () => {
  await pool().query("delete from engine_registration");
  starting = app.start();
  starting.catch(() => {});
});
afterAll(async () => {
  await recordRegistration();
  await app.remove();
});

it("refuses gifts, and isn't ready, until an engine has registered with the database", async () => {
  const bank = await makeBank();
  const body = donationBody(await makeSchool());
  const readiness = () => fetch(`${app.base}/readyz`).catch(() => undefined);
  const unready = await eventually(readiness, "it answers");
  expect(unready.status).toBe(503);
  const { error } = await unready.json();
  expect(error.details.reason).toContain("No engine has registered");
  const refused = await app.api("POST", "/v1/donations/request", body, bank.key);
  expect([refused.status, refused.body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  const { rows } = await pool().query("select 1 from donation where bank_id = $1", [
    bank.scope.bankId,
  ]);
  expect(rows).toEqual([]);

  // As our server does, in another process: an engine that is away later stops nothing.
  await recordRegistration();
  await starting;
  expect((await app.api("POST", "/v1/donations/request", body, bank.key)).status).toBe(202);
});
