import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NoResponseError } from "#client/index.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import {
  donationBody,
  donationRequestOf,
  linkBody,
  makeBank,
  makeSchool,
  type Bank as TestBank,
} from "#test/factories.ts";
import { approveAsNewPerson, decide, REDIRECT_URI, serveAuthorization } from "#test/oauth.ts";
import { makePerson } from "#test/sign-in.ts";
import { type Bank, findAccount, findDonation, openBank, openFlow } from "./bank.ts";
import { finishLink, requestLink } from "./linking.ts";
import { choiceIn } from "./presets.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
let registered: TestBank;
let bank: Bank;

beforeAll(async () => {
  server = await serveAuthorization();
  registered = await makeBank();
  bank = openBank({
    serviceUrl: server.base,
    issuer: server.base,
    bankId: registered.bankId,
    apiKey: registered.key,
    returnUrl: "https://bank.example/back",
    redirectUri: REDIRECT_URI,
  });
});
afterAll(() => server.close());

/** A customer of the bank, who isn't linked yet. */
function newCustomer() {
  const { bank_user_id, display_name, email, loyalty_program_id } = linkBody();
  return { bank_user_id, display_name, email, loyalty_program_id };
}

describe("donation screens", () => {
  const nothing = choiceIn(new URLSearchParams({ amount: "none", school: "none" }));

  it("open for a linked customer, with the bank's presets", async () => {
    const customer = newCustomer();
    const { service_user_id } = await linkAccount(registered.scope, customer);
    const { url, sessionId, request } = await openFlow(bank, customer.bank_user_id, nothing);
    expect(new URL(url).pathname).toBe("/embed/session");
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(request).toEqual({
      service_user_id,
      theme_override: expect.anything(),
      return_url: "https://bank.example/back",
      cancel_url: "https://bank.example/back",
    });
  });

  it("don't open for a customer who isn't linked", async () => {
    await expect(openFlow(bank, "nobody", nothing)).rejects.toMatchObject({ status: 422 });
  });

  it("don't open with another bank's key, or without the service", async () => {
    const others = openBank({ ...bank, apiKey: "svc_test_x" });
    await expect(openFlow(others, "nobody", nothing)).rejects.toMatchObject({ status: 401 });
    const unreachable = openBank({ ...bank, serviceUrl: "http://127.0.0.1:1" });
    await expect(openFlow(unreachable, "nobody", nothing)).rejects.toThrow(NoResponseError);
    expect(await findDonation(unreachable, randomUUID())).toBeNull();
  });
});

it("finds its own donations, and nothing by a forged ID", async () => {
  const request = donationRequestOf(donationBody(await makeSchool()));
  const { donation_id } = await requestDonation(registered.scope, request);
  expect(await findDonation(bank, donation_id)).toMatchObject({ donation_id, dollar_amount: 25 });
  for (const forged of [randomUUID(), "", "..", "../../v1/schools", "?limit=1"]) {
    expect(await findDonation(bank, forged)).toBeNull();
  }
});

describe("linking with consent", () => {
  it("connects a customer who approves, again and again", async () => {
    const customer = newCustomer();
    for (const _ of ["first", "again"]) {
      const { url, session } = await requestLink(bank, customer);
      const { back } = await approveAsNewPerson(server.base, { url });
      const outcome = await finishLink(bank, back.searchParams, session);
      expect(outcome).toMatchObject({ outcome: "connected", claims: { nonce: session.nonce } });
      const { accountId } = outcome as { accountId: string };
      expect(await findAccount(bank, accountId)).toMatchObject({ status: "active" });
    }
  });

  it("connects nobody who declines", async () => {
    const { url, session } = await requestLink(bank, newCustomer());
    const back = await decide(server.base, { url }, (await makePerson()).scope, "decline");
    expect(await finishLink(bank, back.searchParams, session)).toEqual({ outcome: "declined" });
  });

  it("refuses a return that isn't the customer's own", async () => {
    const { url, session } = await requestLink(bank, newCustomer());
    const { back } = await approveAsNewPerson(server.base, { url });
    const changed = (name: string, value: string) => {
      const query = new URLSearchParams(back.searchParams);
      query.set(name, value);
      return query;
    };
    const refused = { outcome: "refused" };
    expect(await finishLink(bank, back.searchParams, null)).toEqual(refused);
    expect(await finishLink(bank, changed("state", "guessed"), session)).toEqual(refused);
    expect(await finishLink(bank, changed("iss", "https://evil.example"), session)).toEqual(
      refused,
    );
    expect(await finishLink(bank, changed("code", "oac_x"), session)).toEqual(refused);
    const otherNonce = { ...session, nonce: "other" };
    expect(await finishLink(bank, back.searchParams, otherNonce)).toEqual(refused);
  });
});
