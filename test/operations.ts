/**
 * Every operation of the API, discovered from the routes, each with a request that succeeds. Tests call them,
 * and the shared suites iterate over them.
 */
import { contracts } from "#app/openapi.json/contracts.ts";
import type { SessionScope } from "#lib/auth/scopes.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { createComparison } from "#lib/comparisons/compare.ts";
import type { Contract } from "#lib/contract.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { holdDonation } from "#lib/donations/operations.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { routes } from "../generated/routes.ts";
import type { CallOptions, Operation } from "./api.ts";
import { fillBatch } from "./batches.ts";
import { BANK_BOOK_REQUESTS, SCHOOL_BOOK_REQUESTS } from "./books-operations.ts";
import { CORRECTION_REQUESTS } from "./corrections.ts";
import {
  type Bank,
  type Cardholder,
  donationBody,
  donationRequestOf,
  linkBody,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "./factories.ts";
import { PUBLIC_REQUESTS } from "./public-operations.ts";
import { RECEIPT_REQUESTS } from "./receipt-operations.ts";
import { makeSchoolMember, type SchoolMember } from "./staff.ts";
import { WEBHOOK_REQUESTS } from "./webhook-operations.ts";

/** A contract's handler, located by its path. */
export function handlerOf({ method, path }: Contract): RouteHandler {
  const folder = path.replace(/\{(\w+)\}/g, "[$1]");
  const route = routes.find((candidate) => candidate.path === folder);
  const handler = (route?.module as Record<string, RouteHandler> | undefined)?.[method];
  if (!handler) throw new Error(`${method} ${path} has no route`);
  return handler;
}

/** An operation, by its contract's ID. */
export function operation(id: string): Operation {
  const contract = contracts.find((candidate) => candidate.id === id);
  if (!contract) throw new Error(`there is no operation ${id}`);
  return { contract, handler: handlerOf(contract) };
}

/** For each operation, creates a valid request of the given bank. */
const BANK_REQUESTS: Record<string, (bank: Bank) => Promise<CallOptions>> = {
  ...WEBHOOK_REQUESTS,
  ...BANK_BOOK_REQUESTS,
  ...CORRECTION_REQUESTS,
  linkAccount: async (bank) => ({ body: linkBody(bank) }),
  listAccounts: async (bank) => {
    await makeAccount(bank);
    return {};
  },
  getAccount: async (bank) => ({ params: { service_user_id: await makeAccount(bank) } }),
  changeAccount: async (bank) => ({
    params: { service_user_id: await makeAccount(bank) },
    body: { display_name: "Pat Q. Sample", points_balance: null },
  }),
  unlinkAccount: async (bank) => ({
    params: { service_user_id: await makeAccount(bank) },
    body: { reason: "bank_policy" },
  }),
  requestDonation: async (bank) => ({
    body: donationBody(await makeSchool(), { service_user_id: await makeAccount(bank) }),
  }),
  getDonation: async (bank) => ({ params: { donation_id: await makeDonation(bank) } }),
  holdDonation: async (bank) => ({
    params: { donation_id: await makeDonation(bank) },
    body: { reason: "The customer reported their card as stolen" },
  }),
  releaseDonation: async (bank) => {
    const donation_id = await makeDonation(bank);
    await holdDonation(bank.scope, donation_id, "A reason");
    return { params: { donation_id } };
  },
  listDonations: async (bank) => ({ query: { service_user_id: await makeAccount(bank) } }),
  getReconciliation: async (bank) => {
    await makeDonation(bank);
    return { query: { date: new Date().toISOString().slice(0, 10) } };
  },
  advanceSandboxDonation: async (bank) => ({
    params: { donation_id: await makeDonation(bank) },
  }),
  closeSandboxStatement: async () => ({}),
  createComparison: async () => comparisonRequest(),
  listComparisonDifferences: async (bank) => {
    const { comparisonId } = await makeComparison(bank);
    return { params: { comparison_id: comparisonId } };
  },
  listRefusedRequests: async () => ({}),
  listSchools: async () => ({}),
  getSchool: async () => ({ params: { school_id: await makeSchool() } }),
  createEmbedToken: async (bank) => ({ body: { service_user_id: await makeAccount(bank) } }),
};

/** A list of two gifts that were never received. */
function comparisonRequest() {
  const date = new Date().toISOString().slice(0, 10);
  const lines = ["tx-1", "tx-2"].map((ref) => `${ref},25.00,completed,${date}`);
  const csv = ["bank_transaction_ref,dollar_amount,status,date", ...lines].join("\n");
  return { query: { date }, body: { csv } };
}

/** A bank's comparison, with two differences. */
export async function makeComparison({ scope }: Pick<Bank, "scope">) {
  const { query, body } = comparisonRequest();
  const { comparison_id } = await createComparison(scope, query, body.csv);
  return { comparisonId: comparison_id };
}

async function makeDonation(bank: Bank): Promise<string> {
  const body = donationBody(await makeSchool(), { service_user_id: await makeAccount(bank) });
  const request = donationRequestOf(body);
  return (await requestDonation(bank.scope, request)).donation_id;
}

async function makeOwnDonation({ bank, accountId }: Cardholder): Promise<string> {
  const body = donationBody(await makeSchool(), { service_user_id: accountId });
  return (await requestDonation(bank.scope, donationRequestOf(body))).donation_id;
}

/** The operations of one kind of caller, each with a valid request (`good`). Fails for a contract without one. */
function operationsFor<Good>(auth: Contract["auth"][], known: Record<string, Good>) {
  return contracts
    .filter((contract) => auth.includes(contract.auth))
    .map((contract) => {
      const good = known[contract.id];
      if (!good) throw new Error(`test/operations.ts has no valid request for ${contract.id}`);
      return { ...operation(contract.id), good };
    });
}

/** Every operation for a bank's key. */
export const bankOperations = operationsFor(["key"], BANK_REQUESTS);

/** For each portal operation, creates a valid request of the given cardholder. */
const PORTAL_REQUESTS: Record<string, (person: Cardholder) => Promise<CallOptions>> = {
  ...RECEIPT_REQUESTS,
  logout: async () => ({ body: { refresh_token: "whichever" } }),
  listPortalDonations: async (person) => {
    await makeOwnDonation(person);
    return {};
  },
  getPortalDonation: async (person) => ({
    params: { donation_id: await makeOwnDonation(person) },
  }),
  requestPortalDonation: async ({ accountId }) => ({
    body: {
      loyalty_account_id: accountId,
      school_id: await makeSchool(),
      fund_designation: "annual-fund",
      dollar_amount: 25,
    },
  }),
  listPortalSchools: async () => {
    await makeSchool();
    return {};
  },
  followSchool: async () => ({ params: { school_id: await makeSchool() }, body: { follow: true } }),
  getProfile: async () => ({}),
  updateProfile: async () => ({ body: { display_name: "Pat", phone: null } }),
  listLoyaltyAccounts: async () => ({}),
  getPreferences: async () => ({}),
  updatePreferences: async () => ({ body: { marketing_opt_in: true } }),
};

/** Every operation for a cardholder's access token. */
export const portalOperations = operationsFor(["token", "session"], PORTAL_REQUESTS);

/** For each operation of a school, creates a valid request of the given member of its team. */
const SCHOOL_REQUESTS: Record<string, (member: SchoolMember) => Promise<CallOptions>> = {
  ...SCHOOL_BOOK_REQUESTS,
  getSchoolOverview: async () => ({}),
  listSchoolFunds: async () => ({}),
  createSchoolFund: async () => ({ body: { name: "Facilities", deductibility: "full" } }),
  changeSchoolFund: async () => ({ params: { fund_id: "rowing" }, body: { name: "Crew" } }),
  listSchoolGifts: async (member) => {
    await makeBatch(member);
    return {};
  },
  getSchoolGift: async (member) => ({ params: { gift: (await makeBatch(member)).id } }),
  listSchoolBatches: async (member) => {
    await makeBatch(member, true);
    return {};
  },
  getSchoolBatch: async (member) => {
    const { batchId: batch_id } = await makeBatch(member);
    return { params: { batch_id } };
  },
  closeSchoolBatch: async (member) => {
    const { batchId: batch_id } = await makeBatch(member);
    return { params: { batch_id } };
  },
  confirmGifts: async (member) => {
    const { id: gift } = await makeBatch(member, true);
    return { body: { gifts: [{ gift, confirmation_number: "OSU-1" }] } };
  },
};

/** A batch of the member's school with a gift in it. */
async function makeBatch({ scope }: SchoolMember, isClosed = false) {
  const { schoolId } = scope;
  await configurePlatform(system, schoolId, "batch", { houseAccountId: "house" });
  const { ids, batchId } = await fillBatch({ schoolId, bank: await makeBank() });
  // By schedule, as it may be after the member's session has ended.
  if (isClosed) await closeBatch({ ...system, schoolId, tenant: `school:${schoolId}` }, batchId);
  return { id: ids[0] as string, batchId };
}

/** Every operation of a school's team and programs. */
export const schoolOperations = operationsFor(["school"], SCHOOL_REQUESTS);

/** Who calls operations with an access token. */
export type Caller = {
  token: string;
  scope: SessionScope;
  /** What no other caller may see. */
  secrets: string[];
  /** Their valid request of one of their context's operations. */
  request(operation: Operation): Promise<CallOptions>;
};

async function makeCardholderCaller(bank?: Bank): Promise<Caller> {
  const person = await makeCardholder(bank);
  const { token, scope, cardholderId, accountId, email } = person;
  const request = async ({ contract }: Operation) => PORTAL_REQUESTS[contract.id]?.(person) ?? {};
  return { token, scope, secrets: [cardholderId, accountId, email], request };
}

async function makeSchoolCaller(): Promise<Caller> {
  const member = await makeSchoolMember();
  const { token, scope, email } = member;
  const request = async ({ contract }: Operation) => SCHOOL_REQUESTS[contract.id]?.(member) ?? {};
  return { token, scope, secrets: [scope.schoolId, scope.membershipId, email], request };
}

/** The operations for access tokens by context, each with a way to make a caller. */
export const CONTEXTS = [
  { context: "cardholder", operations: portalOperations, makeCaller: makeCardholderCaller },
  { context: "school", operations: schoolOperations, makeCaller: makeSchoolCaller },
];

/** Every operation for an access token, with a way to make its caller. */
export const tokenOperations = CONTEXTS.flatMap(({ operations, makeCaller }) =>
  operations.map(({ contract, handler }) => ({ contract, handler, makeCaller })),
);

/** Every public operation. */
export const publicOperations = operationsFor(["none"], PUBLIC_REQUESTS);
