import { beforeAll, describe, expect, it } from "vitest";
import { disconnectAccount } from "#lib/accounts/mutations.ts";
import { changeBankStatus } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { mintToken, openFlow } from "#test/embed-flow.ts";
import {
  acceptLink,
  type Bank,
  donationBody,
  linkBody,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";

let bank: Bank;
let school: string;
let address = 0;
const newEmail = () => `changed-${++address}@example.test`;
beforeAll(async () => {
  bank = await makeBank();
  school = await makeSchool();
});

const change = (service_user_id: string, body: object, by = bank) =>
  call(operation("changeAccount"), { key: by.key, params: { service_user_id }, body });
const read = async (service_user_id: string, by = bank) =>
  (await call(operation("getAccount"), { key: by.key, params: { service_user_id } })).body.data;
const link = async (changes: object) =>
  (await call(operation("linkAccount"), { key: bank.key, body: { ...linkBody(), ...changes } }))
    .body.data.service_user_id;
const balance = (points: number, as_of: string) => ({ points, as_of });

describe("a change of an account", () => {
  it("replaces what is present, clears what is null, and leaves the rest", async () => {
    const id = await link({
      phone: "1",
      tax_receipt_email: "a@example.test",
      metadata: { a: "b" },
    });
    const before = await read(id);
    expect((await change(id, {})).body.data).toEqual(before);
    const changes = {
      display_name: "Jordan Q. Sample",
      phone: null,
      preferred_school_id: school,
      preferred_fund: "rowing",
      tax_receipt_email: "b@example.test",
      points_balance: balance(900, "2026-11-20T10:00:00.000Z"),
    };
    const changed = await change(id, changes);
    expect(changed.status).toBe(200);
    expect(changed.body.data).toEqual({ ...before, ...changes });
    expect(await read(id)).toEqual({ ...before, ...changes });
    const cleared = {
      preferred_school_id: null,
      preferred_fund: null,
      tax_receipt_email: null,
      points_balance: null,
    };
    expect((await change(id, cleared)).body.data).toMatchObject(cleared);
  });

  it("replaces a balance by an earlier one, as linking again does", async () => {
    const id = await link({ points_balance: balance(500, "2026-11-21T10:00:00.000Z") });
    const earlier = balance(400, "2026-11-19T10:00:00.000Z");
    const { body } = await change(id, { points_balance: earlier });
    expect(body.data.points_balance).toEqual(earlier);
  });

  it("needs a name and an address, and a school that accepts donations", async () => {
    const id = await makeAccount(bank);
    const answer = await change(id, { display_name: null, email: null });
    expect(violationsIn(answer.body)).toEqual([
      "body.display_name string_type",
      "body.email string_type",
    ]);
    const unknown = await change(id, { preferred_school_id: "nowhere" });
    expect(unknown.body.detail).toMatchObject([
      { loc: ["body", "preferred_school_id"], type: "school_not_found" },
    ]);
  });

  it("is refused unless the account is active", async () => {
    const pending = await link({ redirect_uri: "https://bank.example/linked" });
    const unlinked = await makeAccount(bank);
    const params = { service_user_id: unlinked };
    await call(operation("unlinkAccount"), { key: bank.key, params });
    for (const id of [pending, unlinked]) {
      for (const body of [{ phone: "1" }, { email: newEmail() }]) {
        const before = await read(id);
        const answer = await change(id, body);
        expect(answer.body.detail).toMatchObject([
          { loc: ["path", "service_user_id"], type: "account_not_active" },
        ]);
        expect(await read(id)).toEqual(before);
      }
    }
  });

  it("is in the bank's audit log, without its values", async () => {
    const id = await makeAccount(bank);
    await change(id, { phone: "+1 614 555 0199", unknown: 1 });
    const [entry] = await db().auditEntry.findMany({
      where: { subject: id, action: "account.change" },
    });
    expect(entry).toMatchObject({
      actor: `key:${bank.scope.keyId}`,
      tenant: `bank:${bank.bankId}`,
      details: { fields: ["phone"] },
    });
  });
});

describe("another email address", () => {
  it("unlinks the account and links it again, under the same ID", async () => {
    const email = newEmail();
    const { bank, accountId: id, cardholderId: earlier } = await makeCardholder();
    await acceptLink(id);
    const gift = await call(operation("requestDonation"), {
      key: bank.key,
      body: donationBody(school, { service_user_id: id }),
    });
    const token = await mintToken(bank, { service_user_id: id });
    expect((await openFlow(token)).status).toBe(200);
    const before = await read(id, bank);

    const { status, body } = await change(id, { email, phone: "2" }, bank);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...before,
      email,
      phone: "2",
      linked_at: expect.any(String),
      last_active_at: body.data.linked_at,
    });
    expect(body.data.linked_at > before.linked_at).toBe(true);
    const row = await db().account.findUniqueOrThrow({ where: { id } });
    expect(row.cardholderId).not.toBe(earlier);
    expect(row.acceptedAt).toBeNull();
    const donation = await db().donation.findUniqueOrThrow({
      where: { id: gift.body.data.donation_id },
    });
    expect(donation.cardholderId).toBe(earlier);
    expect((await openFlow(token)).status).toBe(410);

    const events = await db().event.findMany({
      where: { bankId: bank.bankId, type: { startsWith: "account." } },
      orderBy: { id: "asc" },
    });
    const told = events.map(({ body }) => JSON.parse(body));
    expect(told).toMatchObject([
      {
        type: "account.unlinked",
        data: { service_user_id: id, email: before.email, reason: null, requested_by: "bank" },
      },
      { type: "account.linked", data: { ...body.data } },
    ]);
  });

  it("is told to the earlier one by email, and takes nothing of what was only that person's", async () => {
    const person = await makeCardholder();
    const { bank, accountId: id } = person;
    const receipts = `taxes.${id}@example.test`;
    expect((await change(id, { tax_receipt_email: receipts }, bank)).status).toBe(200);
    const told = () => db().email.findMany({ where: { kind: "customer-moved", to: person.email } });
    const same = { email: person.email, tax_receipt_email: receipts };
    expect((await change(id, same, bank)).body.data).toMatchObject(same);
    expect(await told()).toEqual([]);
    const email = newEmail();
    const { body } = await change(id, { email }, bank);
    expect(body.data).toMatchObject({ email, tax_receipt_email: null });
    const [notice, ...others] = await told();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ bankId: bank.bankId, status: "kept" });
    expect(notice?.text).not.toContain(email);
    const other = { email: newEmail(), tax_receipt_email: "b@example.test" };
    expect((await change(id, other, bank)).body.data).toMatchObject(other);
  });

  it("does so even for the same address", async () => {
    const { bank, accountId: id, email, cardholderId } = await makeCardholder();
    await acceptLink(id);
    expect((await change(id, { email }, bank)).status).toBe(200);
    const row = await db().account.findUniqueOrThrow({ where: { id } });
    expect([row.cardholderId, row.acceptedAt]).toEqual([cardholderId, null]);
  });

  it("gets the same answer whether or not anyone has verified it", async () => {
    const verified = (await makeCardholder()).email;
    const answers = await Promise.all(
      [verified, newEmail()].map(async (email) => {
        const id = await makeAccount(bank);
        const { status, headers, body } = await change(id, { email });
        const { data } = body;
        const unlike = { service_user_id: "", bank_user_id: "", linked_at: "", last_active_at: "" };
        return {
          status,
          names: Object.keys(headers).sort(),
          data: { ...data, ...unlike, email: data.email === email },
        };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it("is limited as in a link, and counts the account itself once", async () => {
    const email = newEmail();
    const ids = [];
    for (let count = 0; count < 10; count++)
      ids.push(await link({ email, bank_user_id: `crowd ${count}` }));
    expect((await change(ids[0], { email })).status).toBe(200);
    const other = await makeAccount(bank);
    const before = await read(other);
    const answer = await change(other, { email, preferred_school_id: "nowhere" });
    expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join("."))).toEqual([
      "body.preferred_school_id",
      "body.email",
    ]);
    expect(await read(other)).toEqual(before);
  });

  it("needs consent once its owner has disconnected the bank", async () => {
    const person = await makeCardholder();
    await disconnectAccount(person.scope, person.accountId);
    const other = await makeAccount(person.bank);
    const before = await read(other, person.bank);
    const answer = await change(other, { email: person.email }, person.bank);
    expect([answer.status, answer.body.error.code]).toEqual([409, "CONSENT_REQUIRED"]);
    expect(await read(other, person.bank)).toEqual(before);
  });

  it("is refused to a suspended bank, which can still change the rest", async () => {
    const suspended = await makeBank();
    const id = await makeAccount(suspended);
    await changeBankStatus(system, suspended.bankId, "suspend", "under review");
    const answer = await change(id, { email: newEmail() }, suspended);
    expect([answer.status, answer.body.error.code]).toEqual([403, "BANK_SUSPENDED"]);
    expect((await change(id, { phone: "3" }, suspended)).status).toBe(200);
  });

  it("changes once at a time: of many, each unlinks what the one before linked", async () => {
    const id = await makeAccount(bank);
    const emails = Array.from({ length: 6 }, newEmail);
    const answers = await Promise.all(emails.map((email) => change(id, { email })));
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    const row = await db().account.findUniqueOrThrow({
      where: { id },
      include: { cardholder: true },
    });
    expect([row.status, row.cardholder.email]).toEqual(["active", row.email]);
  });
});

describe("the list of linked accounts", () => {
  const list = async (query: Record<string, string>) => {
    const { body } = await call(operation("listAccounts"), { key: bank.key, query });
    expect(body.meta.total).toBe(body.data.length);
    return body.data.map(({ service_user_id: id }: { service_user_id: string }) => id);
  };

  it("finds an account by the bank's ID and by address, in any case, in one status", async () => {
    const email = newEmail();
    const id = await link({ bank_user_id: "found-by-ID", email });
    const other = await link({ bank_user_id: "found-by-id", email });
    expect(await list({ bank_user_id: " found-by-ID" })).toEqual([id]);
    expect(await list({ email: email.toUpperCase() })).toEqual([other, id]);
    expect(await list({ email, bank_user_id: "found-by-id" })).toEqual([other]);
    expect(await list({ email, status: "unlinked" })).toEqual([]);
    for (const nothing of ["", "found-by", "%", "\0"]) {
      expect(await list({ bank_user_id: nothing })).toEqual([]);
      expect(await list({ email: nothing })).toEqual([]);
    }
  });
});
