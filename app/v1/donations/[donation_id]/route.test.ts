import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { call, violationsIn } from "#test/api.ts";
import { donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("getDonation");
const requestDonation = operation("requestDonation");

async function submitted() {
  const bank = await makeBank();
  const body = donationBody(await makeSchool());
  const answer = await call(requestDonation, { key: bank.key, body });
  return { bank, donation: answer.body.data };
}

it("returns a donation as it was accepted", async () => {
  const { bank, donation } = await submitted();
  const params = { donation_id: donation.donation_id };
  const answer = await call(tested, { key: bank.key, params });
  expect(answer.body.data).toEqual(donation);
});

it("accepts the id in either case", async () => {
  const { bank, donation } = await submitted();
  const params = { donation_id: donation.donation_id.toUpperCase() };
  expect((await call(tested, { key: bank.key, params })).status).toBe(200);
});

it("treats another bank's donation exactly like an unknown one", async () => {
  const { donation } = await submitted();
  const stranger = await makeBank();
  const headers = { "X-Request-Id": "same" };
  const ask = (donation_id: string) =>
    call(tested, { key: stranger.key, params: { donation_id }, headers });
  const foreign = await ask(donation.donation_id);
  const never = await ask(randomUUID());
  expect(foreign.status).toBe(404);
  expect(foreign.body.error.code).toBe("DONATION_NOT_FOUND");
  expect(foreign.body).toEqual(never.body);
  expect([...foreign.headers]).toEqual([...never.headers]);
});

it("rejects an id that isn't a UUID", async () => {
  const bank = await makeBank();
  const answer = await call(tested, { key: bank.key, params: { donation_id: "12" } });
  expect(violationsIn(answer.body)).toEqual(["path.donation_id uuid_parsing"]);
});
