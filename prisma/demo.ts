/** The sandbox's demo data: two banks, three cardholders, and fourteen months of gifts. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { bankScopeOf, issueApiKey, revokeApiKey } from "#lib/auth/api-keys.ts";
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
import {
  DEMO_BANK_ID,
  DEMO_USER,
  type DemoCredentials,
  demoFile,
  readDemo,
} from "#lib/sandbox/demo-bank.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { type DemoAccount, seedHistory } from "./history.ts";

const seeding = systemScope("seed");
const demoBank = actingFor(seeding, DEMO_BANK_ID);

export const OTHER_BANK_ID = "0d000000-0000-7000-8000-000000000002";

/** The demo bank's webhook endpoint: this sandbox's inbox page. */
const INBOX = "/sandbox/inbox";
/** Where it authorizes gifts. */
const AUTHORIZATIONS = "/sandbox/authorizations";

const addressOf = (path: string) => `http://127.0.0.1:${env().port}${path}`;

const BANKS = [
  {
    id: DEMO_BANK_ID,
    name: "Harbor Demonstration Bank",
    contactEmail: "ops@harbor.example",
    appSchemes: ["examplebank"],
  },
  { id: OTHER_BANK_ID, name: "Prairie Demonstration Credit Union" },
];

const program = (bankId: string, programId: string, name: string, pointsPerDollar: number) => {
  return { bankId, programId, name, pointsPerDollar };
};

export const GOLD = program(DEMO_BANK_ID, "gold-rewards", "Gold Rewards", 100);
const MILES = program(DEMO_BANK_ID, "travel-miles", "Travel Miles", 80);
export const EVERYDAY = program(OTHER_BANK_ID, "everyday", "Everyday Points", 125);

const PEOPLE = [
  { program: GOLD, user: DEMO_USER, name: "Jordan Sample", school: "ohio-state", points: 48_200 },
  { program: MILES, user: "demo-riley", name: "Riley Sample", school: "michigan", points: 61_750 },
  { program: GOLD, user: "demo-casey", name: "Casey Sample", school: "texas-am", points: 9_300 },
  {
    program: EVERYDAY,
    user: "member-77",
    name: "Jordan Sample",
    school: "ohio-state",
    points: 35_000,
  },
];

async function makeBanks(): Promise<void> {
  await db().bank.createMany({ skipDuplicates: true, data: BANKS });
  await db().loyaltyProgram.createMany({ skipDuplicates: true, data: [GOLD, MILES, EVERYDAY] });
  const endpoints = await db().webhookEndpoint.count({ where: { bankId: DEMO_BANK_ID } });
  if (endpoints > 0) return;
  // Comes before the endpoint, whose existence marks this step as complete after an interruption.
  if (env().allowLoopbackWebhooks) {
    await setAuthorizationAddress(demoBank, addressOf(AUTHORIZATIONS));
  }
  await addEndpoint(demoBank, { url: addressOf(INBOX) });
}

/** The demo's sign-in: the cardholder with accounts at both banks. */
const SIGN_IN = "jordan.sample@example.com";

type Person = (typeof PEOPLE)[number];

async function link(person: Person): Promise<void> {
  const { apiKey, keyId } = await issueApiKey(seeding, person.program.bankId);
  await linkAccount(await bankScopeOf(apiKey), {
    bank_user_id: person.user,
    display_name: person.name,
    email: `${person.name.toLowerCase().replace(" ", ".")}@example.com`,
    loyalty_program_id: person.program.programId,
    school_id: person.school,
    fund_designation: "annual-fund",
    points_balance: { points: person.points, as_of: new Date() },
  });
  await revokeApiKey(seeding, keyId);
}

/** The person's account, linked if it isn't yet. */
async function accountOf(person: Person): Promise<DemoAccount> {
  const { bankId } = person.program;
  const where = { bankId, bankUserId: person.user };
  if (!(await db().account.findFirst({ where }))) await link(person);
  const { id, cardholderId } = await db().account.findFirstOrThrow({ where });
  return { id, cardholderId, ...person };
}

/** Banks, people, and their history. Safe to repeat after an interruption: it only adds what is missing. */
async function makeDemo(): Promise<void> {
  await makeBanks();
  const accounts: DemoAccount[] = [];
  for (const person of PEOPLE) accounts.push(await accountOf(person));
  await seedHistory(accounts);
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
  if (person?.passwordHash && readDemo(dataDir)) return;
  if (!person?.passwordHash) await makeDemo();
  const credentials = await credentialsFor(dataDir);
  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  writeFileSync(demoFile(dataDir), text, { mode: 0o600 });
  await db().cardholder.update({
    where: { emailKey: SIGN_IN },
    data: {
      passwordHash: await hashPassword(credentials.password),
      // As if they had set it with a password link.
      accounts: {
        updateMany: { where: { acceptedAt: null }, data: { acceptedAt: new Date() } },
      },
    },
  });
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
