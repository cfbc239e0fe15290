/** The sandbox's demo data: two banks, three cardholders, and fourteen months of gifts. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { bankScopeOf } from "#lib/auth/api-keys.ts";
import { hashPassword } from "#lib/auth/passwords/hashing.ts";
import { actingFor, systemScope } from "#lib/auth/scopes.ts";
import { updateBank } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { affected, runForOne } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import {
  removeAuthorizationAddress,
  setAuthorizationAddress,
} from "#lib/donations/authorize/address.ts";
import { env } from "#lib/env.ts";
import { DEMO_BANK_ID, type DemoCredentials, demoFile, readDemo } from "#lib/sandbox/demo-bank.ts";
import { issueApiKey } from "#lib/staff/api-keys.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { ensureBooks } from "./books.ts";
import { ensureFoundation } from "./foundation.ts";
import { ensureHistory } from "./history.ts";
import { ensureBanks } from "./people.ts";

const seeding = systemScope("seed");
const demoBank = actingFor(seeding, DEMO_BANK_ID);

/** The demo bank's webhook endpoint: this sandbox's inbox page. */
const INBOX = "/sandbox/inbox";
/** Where it authorizes gifts. */
const AUTHORIZATIONS = "/sandbox/authorizations";

const addressOf = (path: string) => `http://127.0.0.1:${env().port}${path}`;

/** The demo's sign-in: the cardholder with accounts at both banks. */
const SIGN_IN = "jordan.sample@example.com";

/** Sets the demo bank's addresses. Safe to repeat after an interruption. */
async function ensureAddresses(): Promise<void> {
  if (await db().webhookEndpoint.count({ where: { bankId: DEMO_BANK_ID } })) return;
  // Comes before the endpoint, whose existence marks this step as complete.
  if (env().allowLoopbackWebhooks) {
    await setAuthorizationAddress(demoBank, addressOf(AUTHORIZATIONS));
  }
  await addEndpoint(demoBank, { url: addressOf(INBOX) });
}

/** The credentials in the directory if their key belongs to the demo bank; otherwise new ones. */
async function credentialsFor(dataDir: string): Promise<DemoCredentials> {
  const stored = readDemo(dataDir);
  const scope = stored && (await bankScopeOf(stored.api_key).catch(() => null));
  if (stored && scope?.bankId === DEMO_BANK_ID) return stored;
  const { apiKey } = await issueApiKey(seeding, DEMO_BANK_ID);
  // About 60 random bits, easy to copy by hand.
  const password = `giving-${randomUUID().slice(0, 18)}`;
  return { api_key: apiKey, email: SIGN_IN, password };
}

/**
 * Creates the demo if there is none, and its credentials if the directory has none. The sign-in's password
 * comes last: a demo with a password is complete.
 */
export async function ensureDemo(dataDir: string): Promise<void> {
  const person = await runForOne(
    kysely.selectFrom("cardholder").select("passwordHash").where("emailKey", "=", SIGN_IN),
  );
  const isComplete = Boolean(person?.passwordHash);
  if (!isComplete) {
    await ensureBanks();
    await ensureHistory();
  }
  if (env().sandboxFoundation) await ensureFoundation(seeding);
  if (isComplete && readDemo(dataDir)) return;
  // After the history, none of which is delivered.
  if (!isComplete && env().sandboxFoundation) await ensureBooks(seeding);
  if (!isComplete) await ensureAddresses();
  const credentials = await credentialsFor(dataDir);
  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  writeFileSync(demoFile(dataDir), text, { mode: 0o600 });
  const passwordHash = await hashPassword(credentials.password);
  await db().cardholder.update({ where: { emailKey: SIGN_IN }, data: { passwordHash } });
}

/** Points the demo's webhooks at this process, whose port may have changed. */
async function pointInboxAtThisProcess(): Promise<void> {
  const url = addressOf(INBOX);
  const endpoint = kysely.updateTable("webhookEndpoint").set({ url });
  const isOurs = endpoint.where("bankId", "=", DEMO_BANK_ID).where("url", "like", `%${INBOX}`);
  await affected(isOurs.where("url", "<>", url));
}

/** Points the demo bank's gift authorization at this process; removes it if loopback requests aren't allowed. */
async function authorizeGiftsAtThisProcess(): Promise<void> {
  const current = await runForOne(
    kysely.selectFrom("authorizationAddress").select("url").where("bankId", "=", DEMO_BANK_ID),
  );
  const url = addressOf(AUTHORIZATIONS);
  if (!current?.url.endsWith(AUTHORIZATIONS)) return;
  if (!env().allowLoopbackWebhooks) await removeAuthorizationAddress(demoBank);
  else if (current.url !== url) await setAuthorizationAddress(demoBank, url);
}

/** Allows the demo bank's app, a page of this sandbox, to frame the embedded flow. */
async function allowFramingBySandbox(embedOrigins: string[]): Promise<void> {
  const { origin } = new URL(env().publicBaseUrl);
  if (embedOrigins.includes(origin)) return;
  await updateBank(seeding, DEMO_BANK_ID, { embedOrigins: [...embedOrigins, origin] });
}

/**
 * Connects the demo bank, if there is one, to this process. A custom authorization address stays. Every start runs this, so
 * it does without Prisma's query engine, whose first query takes a fifth of the time of a start.
 */
export async function connectDemoBank(): Promise<void> {
  const bank = await runForOne(
    kysely.selectFrom("bank").select("embedOrigins").where("id", "=", DEMO_BANK_ID),
  );
  if (!bank) return;
  await pointInboxAtThisProcess();
  await authorizeGiftsAtThisProcess();
  await allowFramingBySandbox(bank.embedOrigins);
}
