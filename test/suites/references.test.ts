/** A bank's own references: whatever looks the same is the same, however it is spelled and wherever it enters. */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call } from "#test/api.ts";
import { donationBody, linkBody, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { seeded } from "#test/random.ts";

/** Spellings of one reference, of which the first is the plain one. */
const spellings = (plain: string) => [
  plain,
  ` ${plain}`,
  `${plain} `,
  `${plain}\r\n`,
  `\u200b${plain}`,
  `${plain}\u00a0`,
  `\ufeff${plain}`,
  `\u200b ${plain} \u200b`,
  plain.replace("-", "-\u00ad"),
  plain.normalize("NFD"),
  plain.normalize("NFD").replace("\u0301", "\u034f\u0301"),
];

const DIFFERENT = ["INV-é", "inv -é", "inv-e", "inv-é2", "inv\u2010é"];

let bank: Awaited<ReturnType<typeof makeBank>>;
let school: string;
beforeAll(async () => {
  bank = await makeBank();
  school = await makeSchool();
});

const submit = (reference: string, changes = {}) =>
  call(operation("requestDonation"), {
    key: bank.key,
    body: { ...donationBody(school), ...changes, bank_transaction_ref: reference },
  });

const link = (user: string, changes = {}, key = bank.key) =>
  call(operation("linkAccount"), {
    key,
    body: { ...linkBody(), email: "same@example.test", ...changes, bank_user_id: user },
  });

describe("a donation's reference", () => {
  it("is the same however it is spelled, and comes back as it was sent", async () => {
    const [plain = "", ...others] = spellings("inv-é");
    const first = await submit(`${plain} `);
    expect(first.body.data.bank_transaction_ref).toBe(`${plain} `);
    for (const reference of [plain, ...others]) {
      const { status, body } = await submit(reference);
      expect(status, JSON.stringify(reference)).toBe(409);
      expect(body.error.details).toEqual({
        donation_id: first.body.data.donation_id,
        status: "pending",
        same_request: true,
      });
      const other = await submit(reference, { dollar_amount: 26 });
      expect(other.body.error.details.same_request).toBe(false);
      const found = await call(operation("listDonations"), {
        key: bank.key,
        query: { bank_transaction_ref: reference },
      });
      expect(found.body.data).toEqual([
        expect.objectContaining({ bank_transaction_ref: `${plain} ` }),
      ]);
      expect(found.body.meta.total).toBe(1);
    }
  });

  it.each(DIFFERENT)("isn't %s, which looks different", async (reference) => {
    expect((await submit(reference)).status).toBe(202);
  });

  it.each(["  ", "\u200b", " \u200b"])("may consist of nothing visible: %j", async (reference) => {
    expect((await submit(reference)).status).toBe(202);
    expect((await submit(reference)).status).toBe(409);
  });

  it("is accepted once, of many spellings at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const all = spellings(`race-é-${round}`);
      const answers = await Promise.all([...all, ...all.toReversed()].map((each) => submit(each)));
      expect(answers.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(
        1,
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
    }
  });

  it(
    "may be at the maximum length, and grow beyond it in its canonical form",
    seeded(async ({ pick }) => {
      const growing = Array.from({ length: 0x1d200 }, (_, code) =>
        String.fromCodePoint(code),
      ).filter(
        (c) =>
          c.isWellFormed() &&
          Buffer.byteLength(c.normalize("NFC")) >= 8 &&
          c !== c.normalize("NFC"),
      );
      const longest = Array.from({ length: 255 }, () => pick(growing)).join("");
      expect((await submit(longest)).status).toBe(202);
      expect((await submit(longest.normalize("NFC"))).status).toBe(422);
      expect((await submit(longest)).status).toBe(409);
    }),
  );
});

describe("a bank's ID for a customer", () => {
  it("is the same however it is spelled, and comes back as it was last sent", async () => {
    const [plain = "", ...others] = spellings("user-é");
    const first = await link(plain);
    expect(first.status).toBe(201);
    const id = first.body.data.service_user_id;
    for (const user of others) {
      const repeated = await link(user);
      expect(repeated.status, JSON.stringify(user)).toBe(409);
      expect(repeated.body.error.details).toEqual({ service_user_id: id });
      await call(operation("unlinkAccount"), { key: bank.key, params: { service_user_id: id } });
      expect((await link(user)).body.data.service_user_id).toBe(id);
      const read = await call(operation("getAccount"), {
        key: bank.key,
        params: { service_user_id: id },
      });
      expect(read.body.data.bank_user_id).toBe(user);
    }
    const gift = await submit("of-a-spelling", { service_user_id: id });
    for (const user of [plain, ...others]) {
      const found = await call(operation("listDonations"), {
        key: bank.key,
        query: { bank_user_id: user },
      });
      expect(found.body.data).toEqual([
        expect.objectContaining({ donation_id: gift.body.data.donation_id }),
      ]);
    }
  });

  it("counts once toward an address's accounts", async () => {
    const crowded = { email: "crowded@example.test" };
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, at) => link(`crowd-${at}`, crowded)),
    );
    const service_user_id = ids[0]?.body.data.service_user_id;
    await call(operation("unlinkAccount"), { key: bank.key, params: { service_user_id } });
    expect(
      (await link("crowd-0 ", { ...crowded, redirect_uri: "https://bank.example/a" })).status,
    ).toBe(201);
    expect((await link("crowd-0\u200b", crowded)).status).toBe(201);
    expect((await link("crowd-10", crowded)).status).toBe(422);
  });

  it("is a bank's own", async () => {
    const other = await makeBank();
    const mine = await link("shared ");
    const theirs = await link("shared", {}, other.key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.data.service_user_id).not.toBe(mine.body.data.service_user_id);
    expect(await db().account.count({ where: { bankId: other.bankId } })).toBe(1);
  });
});
