import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { call, violationsIn } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  linkBody,
  makeAccount,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const get = operation("getAccount");
const unlink = operation("unlinkAccount");
const link = operation("linkAccount");
const request = operation("requestDonation");

let bank: Bank;
beforeAll(async () => {
  bank = await makeBank();
});

const of = (id: string) => ({ key: bank.key, params: { service_user_id: id } });

describe("an account", () => {
  it("counts completed donations only", async () => {
    const id = await makeAccount(bank);
    const give = async () => {
      const body = donationBody(await makeSchool(), { service_user_id: id, dollar_amount: 39.99 });
      return (await call(request, { key: bank.key, body })).body.data.donation_id as string;
    };
    const completed = await give();
    await give();
    await push(completed);
    const { body } = await call(get, of(id));
    expect(body.data).toMatchObject({ donation_count: 1, lifetime_donated_usd: 39.99 });
  });

  it("treats another bank's account exactly like an unknown one", async () => {
    const foreign = await makeAccount(await makeBank());
    for (const tested of [get, unlink]) {
      const headers = { "X-Request-Id": "same" };
      const theirs = await call(tested, { ...of(foreign), headers });
      const never = await call(tested, { ...of(randomUUID()), headers });
      expect(theirs).toEqual(never);
      expect(theirs.body.error.code).toBe("ACCOUNT_NOT_FOUND");
    }
  });

  it("rejects an id that isn't a UUID", async () => {
    const { body } = await call(get, of("12"));
    expect(violationsIn(body)).toEqual(["path.service_user_id uuid_parsing"]);
  });
});

describe("unlinking", () => {
  it.each([
    ["no body", {}, null],
    ["null", { body: null }, null],
    ["an empty object", { body: {} }, null],
    ["a reason of null", { body: { reason: null } }, null],
    ["a reason", { body: { reason: "fraud_review" } }, "fraud_review"],
    ["an empty body with a JSON content type", { rawBody: "" }, null],
  ])("accepts %s", async (_, sent, reason) => {
    const id = await makeAccount(bank);
    const { status, body } = await call(unlink, { ...of(id), ...sent });
    expect(status).toBe(200);
    const unlinked_at = expect.stringMatching(/^20.*Z$/);
    expect(body.data).toEqual({ service_user_id: id, status: "unlinked", unlinked_at, reason });
    expect((await call(get, of(id))).body.data.status).toBe("unlinked");
  });

  it("is idempotent, even with a different reason", async () => {
    const id = await makeAccount(bank);
    const all = await Promise.all([
      call(unlink, { ...of(id), body: { reason: "bank_policy" } }),
      call(unlink, { ...of(id), body: { reason: "fraud_review" } }),
    ]);
    const later = await call(unlink, of(id));
    expect(new Set([...all, later].map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
  });

  it("keeps existing donations and rejects new ones", async () => {
    const id = await makeAccount(bank);
    const body = donationBody(await makeSchool(), { service_user_id: id });
    const { donation_id } = (await call(request, { key: bank.key, body })).body.data;
    await call(unlink, of(id));
    const kept = await call(operation("getDonation"), { key: bank.key, params: { donation_id } });
    expect(kept.body.data.service_user_id).toBe(id);
    const next = { ...body, bank_transaction_ref: randomUUID() };
    const refused = await call(request, { key: bank.key, body: next });
    expect(violationsIn(refused.body)).toEqual(["body.service_user_id account_not_active"]);
  });

  it("is undone by linking again, under the same id and with the new details", async () => {
    const body = linkBody();
    const first = await call(link, { key: bank.key, body });
    const id = first.body.data.service_user_id;
    await call(unlink, { ...of(id), body: { reason: "bank_policy" } });
    const again = { ...body, display_name: "Pat Again" };
    expect((await call(link, { key: bank.key, body: again })).body.data.service_user_id).toBe(id);
    const account = (await call(get, of(id))).body.data;
    expect(account).toMatchObject({ status: "active", display_name: "Pat Again" });
  });

  it.each([
    ["an unknown reason", { body: { reason: "boredom" } }, 422, "body.reason enum"],
    ["a list", { body: [] }, 422, "body model_type"],
    ["half a body", { rawBody: "{" }, 422, "body json_invalid"],
    ["text", { rawBody: "x", headers: { "Content-Type": "text/plain" } }, 415, undefined],
  ])("rejects %s and unlinks nothing", async (_, sent, status, violation) => {
    const id = await makeAccount(bank);
    const answer = await call(unlink, { ...of(id), ...sent });
    expect(answer.status).toBe(status);
    if (violation) expect(violationsIn(answer.body)).toEqual([violation]);
    expect((await call(get, of(id))).body.data.status).toBe("active");
  });
});
