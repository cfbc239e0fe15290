/** How many gifts one account may make per day. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { giveInPortal } from "#lib/giving/portal.ts";
import { donationBody, donationRequestOf, makeCardholder, makeSchool } from "#test/factories.ts";
import { portalDonationRequest } from "../portal-contract.ts";
import { requestDonation } from "./mutations.ts";

const LIMIT = 3;
let school: string;

beforeAll(async () => {
  process.env.MAX_DAILY_GIFTS_PER_ACCOUNT = String(LIMIT);
  rereadEnv();
  school = await makeSchool();
});
afterAll(() => {
  delete process.env.MAX_DAILY_GIFTS_PER_ACCOUNT;
  rereadEnv();
});

const setUp = async () => {
  const person = await makeCardholder();
  const { bank, accountId, scope } = person;
  const body = () => donationBody(school, { service_user_id: accountId });
  const give = (request = body()) => requestDonation(bank.scope, donationRequestOf(request));
  const portalRequest = portalDonationRequest.parse({
    loyalty_account_id: accountId,
    school_id: school,
    fund_designation: "rowing",
    dollar_amount: 10,
  });
  return { ...person, body, give, giveInPortal: () => giveInPortal(scope, portalRequest) };
};

const refusal = (giving: Promise<unknown>) =>
  giving.then(
    () => "accepted",
    (error) => {
      if (error instanceof ServiceError) return error.code;
      if (!(error instanceof InvalidInput)) throw error;
      return error.violations.map(({ loc, type }) => `${loc.join(".")} ${type}`).join();
    },
  );

it("limits an account's daily gifts in all channels together, and still recognizes a retry", async () => {
  const { give, giveInPortal, body, bank } = await setUp();
  const first = body();
  await give(first);
  await give();
  await giveInPortal();
  expect(await refusal(give())).toBe("body.service_user_id limit_exceeded");
  expect(await refusal(giveInPortal())).toBe("body.loyalty_account_id limit_exceeded");
  expect(await refusal(give(first))).toBe("DONATION_DUPLICATE");
  expect(await db().donation.count({ where: { bankId: bank.bankId } })).toBe(LIMIT);
});

it("applies to each account separately, and resets daily", async () => {
  const [one, other] = [await setUp(), await setUp()];
  for (let n = 0; n < LIMIT; n++) await one.give();
  expect(await refusal(other.give())).toBe("accepted");
  const donation = donationBody(school);
  expect(await refusal(requestDonation(one.bank.scope, donationRequestOf(donation)))).toBe(
    "accepted",
  );
  await db().donation.updateMany({
    where: { accountId: one.accountId },
    data: { createdAt: new Date(Date.now() - 86_400_000) },
  });
  expect(await refusal(one.give())).toBe("accepted");
});
