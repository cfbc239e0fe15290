/** Factories. Each call creates new objects, so that tests stay isolated. */
import { randomUUID } from "node:crypto";
import type { LinkRequest } from "#lib/accounts/contract.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { bankScopeOf } from "#lib/auth/api-keys.ts";
import { systemScope } from "#lib/auth/scopes.ts";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { createBank } from "#lib/banks/mutations.ts";
import type { GiftRecord } from "#lib/batches/contract.ts";
import { db } from "#lib/database/prisma.ts";
import { type DonationRequest, donationRequest } from "#lib/donations/contract.ts";
import { env } from "#lib/env.ts";
import { issueApiKey } from "#lib/staff/api-keys.ts";
import { fold } from "#lib/text.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { openSession } from "./open-session.ts";

export const system = systemScope("test");

/** 48 random bits; with 32, one run in a thousand would have a collision. */
const unique = () => randomUUID().slice(-12);

/** Forgets how a team was made. */
const emptyLog = (tenant: string) => db().auditEntry.deleteMany({ where: { tenant } });

/** What a bank needs on record in production. */
export const BANK_RECORD = {
  agreement: "Agreement 1 of 2026-11-01",
  contactEmail: "operations@bank.example",
  billingEmail: "billing@bank.example",
};

/** A bank with one key and an app. */
export async function makeBank() {
  const record = env().environment === "production" ? BANK_RECORD : {};
  const names = { name: `Bank ${unique()}`, appSchemes: ["examplebank"] };
  const bank = await createBank(system, { ...names, ...record });
  const { apiKey, keyId } = await issueApiKey(system, bank.id);
  await emptyLog(`bank:${bank.id}`);
  return { bankId: bank.id, key: apiKey, keyId, scope: await bankScopeOf(apiKey) };
}

/** @property customer the details of every account it links; by default, each is a new person */
export type Bank = Awaited<ReturnType<typeof makeBank>> & { customer?: Partial<LinkRequest> };

/** @property adapter of its platform */
export type SchoolOptions = {
  adapter?: "stub" | "batch";
  id?: string;
  name?: string;
  minimumCents?: number;
  active?: boolean;
};

/** A school with two funds, by default on the stub platform. */
export async function makeSchool(options: SchoolOptions = {}): Promise<string> {
  const id = options.id ?? `school-${unique()}`;
  const name = options.name ?? id;
  await db().school.create({
    data: {
      id,
      name,
      university: `University of ${name}`,
      nickname: "Testers",
      city: "Testville",
      state: "OH",
      conference: "Test",
      foundationName: `${name} Fund`,
      timeZone: "America/New_York",
      colors: ["#123456", "#ffffff"],
      motif: "pennants",
      minimumDonationCents: options.minimumCents ?? 500,
      active: options.active ?? true,
      sortKey: fold(name),
      searchText: fold([name, `University of ${name}`, "Testers", "Testville"].join("\n")),
      funds: {
        create: [
          {
            fundId: "annual-fund",
            name: "Annual Fund",
            description: "",
            deductibility: "full",
            position: 0,
          },
          { fundId: "rowing", name: "Rowing", description: "", deductibility: "full", position: 1 },
        ],
      },
    },
  });
  await configurePlatform(system, id, options.adapter ?? "stub", { houseAccountId: `house-${id}` });
  await emptyLog(`school:${id}`);
  return id;
}

/** An active account of a bank. @returns its service_user_id */
export async function makeAccount(bank: Bank): Promise<string> {
  const linked = await linkAccount(bank.scope, linkBody(bank));
  return linked.service_user_id;
}

/** Accepts a link, as its cardholder does. @returns the account */
export function acceptLink(accountId: string) {
  return db().account.update({ where: { id: accountId }, data: { acceptedAt: new Date() } });
}

/** A signed-in cardholder with one account at a bank (a new one, unless given), whose link they have accepted. */
export async function makeCardholder(existing?: Bank) {
  const bank = existing ?? (await makeBank());
  const accountId = await makeAccount(bank);
  const account = await acceptLink(accountId);
  const scope = await openSession(account.cardholderId);
  const { cardholderId } = scope;
  const token = await signAccessToken(scope);
  return { bank, accountId, cardholderId, email: account.email, scope, token };
}

export type Cardholder = Awaited<ReturnType<typeof makeCardholder>>;

/** A body that links a new person, or the bank's only customer. */
export function linkBody({ customer }: Pick<Bank, "customer"> = {}) {
  const user = unique();
  return {
    bank_user_id: `user-${user}`,
    display_name: "Pat Sample",
    email: `pat.${user}@example.com`,
    loyalty_program_id: "gold",
    ...customer,
  };
}

/** A body that requests a new donation. */
export function donationBody(schoolId: string, changes: Partial<DonationRequest> = {}) {
  return {
    bank_transaction_ref: `ref-${randomUUID()}`,
    dollar_amount: 25,
    fund_designation: "annual-fund",
    school_id: schoolId,
    ...changes,
  };
}

/** A gift as a platform is told. */
export const giftRecord: GiftRecord = {
  number: "G-Q43KRF0HBRQBN",
  acceptedAt: "2026-11-21T14:05:10.402Z",
  date: "2026-11-21",
  donor: { number: "C-0000000000000", name: "Pat Sample", email: "pat@example.com" },
  bank: { number: "C-1111111111111", name: "Harbor" },
  fund: { id: "annual-fund", name: "Annual Fund" },
  reference: "tx-1",
  message: null,
};

/** A donation's body, as the contract passes it to the domain. */
export function donationRequestOf(body: ReturnType<typeof donationBody>): DonationRequest {
  return donationRequest.parse(body);
}
