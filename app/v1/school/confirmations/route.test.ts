/** From a bank's request to the receipt, through the school's API alone. */
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import { oneUpload } from "#lib/http/uploads.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { type CallOptions, call, send, violationsIn } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { type BatchSchool, fillBatch, give, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { acceptLink, makeAccount, makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeServiceKey } from "#test/staff.ts";

let school: BatchSchool;
let token: string;
beforeAll(async () => {
  school = await makeBatchSchool();
  token = await signAccessToken(school.scope);
});

const ask = async (id: string, options: CallOptions = {}) =>
  (await call(operation(id), { token, ...options })).body;

async function download(batch_id: string, format: string): Promise<Response> {
  return send(operation("getSchoolBatch"), { token, params: { batch_id }, query: { format } });
}

it("a gift is accepted, exported, confirmed from the same file, announced, and receipted", async () => {
  const person = await makeCardholder(school.bank);
  await addEndpoint(school.bank.scope, { url: "https://bank.example/hooks" });
  const gifts = { service_user_id: person.accountId, dollar_amount: 1234.5 };
  const ids = [await give(school, gifts), await give(school, gifts)].sort();
  for (const id of ids) expect(await push(id)).toBe("on_its_way");

  const [{ batch_id }] = (await ask("listSchoolBatches")).data;
  expect((await download(batch_id, "csv")).status).toBe(409);
  const closed = await ask("closeSchoolBatch", { params: { batch_id } });
  expect(closed.data).toMatchObject({ status: "closed", gift_count: 2, dollar_amount: 2469 });

  const file = await download(batch_id, "csv");
  expect(file.headers.get("content-disposition")).toContain('filename="batch-1-gifts.csv"');
  const rows = parse(await file.text(), { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toMatchObject([{ amount: "1234.50", donor_email: person.email }, {}]);

  // Filled in and uploaded, with its other columns.
  const columns = Object.keys(rows[0] as object);
  const filled = rows.map((row, n) => ({ ...row, confirmation_number: `OSU-${n + 1}` }));
  const lines = filled.map((row) =>
    Object.values(row)
      .map((value) => `"${value.replaceAll('"', '""')}"`)
      .join(","),
  );
  const rawBody = `\ufeff${[columns.join(","), ...lines].join("\r\n")}\r\n`;
  const upload = (query = {}) =>
    ask("confirmGifts", { rawBody, query, headers: { "Content-Type": "text/csv; charset=utf-8" } });
  expect((await upload({ dry_run: "true" })).data).toMatchObject({ dry_run: true, confirmed: 2 });
  expect((await upload()).data).toMatchObject({ dry_run: false, confirmed: 2 });
  expect((await upload()).data).toMatchObject({ confirmed: 0, already_decided: 2 });

  for (const id of ids) expect(await pushAgain(id)).toBe("completed");
  for (const [n, id] of ids.entries()) {
    const { data } = await ask("getSchoolGift", { params: { gift: id } });
    expect(data).toMatchObject({
      status: "completed",
      school_confirmation_id: `OSU-${n + 1}`,
      told: { donor: { email: person.email }, number: data.gift_number },
    });
    expect(await ask("getSchoolGift", { params: { gift: data.gift_number } })).toMatchObject({
      data,
    });
  }
  const events = await db().event.findMany({
    where: { donationId: { in: ids } },
    include: { deliveries: true },
  });
  expect(events.map(({ type, deliveries }) => [type, deliveries.length])).toEqual([
    ["donation.completed", 1],
    ["donation.completed", 1],
  ]);
  expect(await db().receipt.count({ where: { donationId: { in: ids } } })).toBe(2);
  const emails = await db().email.findMany({ where: { to: person.email } });
  expect(emails.filter(({ subject }) => /receipt|confirmed/i.test(subject))).toHaveLength(2);
});

describe("a wrong upload", () => {
  it("is refused as a whole, and names its lines", async () => {
    const { ids, batchId } = await fillBatch(school);
    await ask("closeSchoolBatch", { params: { batch_id: batchId } });
    const rawBody = `gift_number,confirmation_number\nG-0000000000001,C-1\n${ids[0]},C-2\n`;
    const headers = { "Content-Type": "text/csv" };
    const refused = await call(operation("confirmGifts"), { token, rawBody, headers });
    expect(refused.status).toBe(422);
    expect(violationsIn(refused.body)).toEqual(["body.csv.2.gift_number value_error"]);
    const { data } = await ask("getSchoolBatch", { params: { batch_id: batchId } });
    expect(data.undecided_count).toBe(1);
  });

  it.each([
    ["nothing", {}, ["body value_error"]],
    ["two ways at once", { csv: "a", gifts: [] }, ["body value_error"]],
    [
      "a batch without a number",
      { batch_id: "01989a64-9c00-7f3d-8b1e-6d5c4b3a2f10" },
      ["body value_error"],
    ],
    ["a gift without a decision", { gifts: [{ gift: "G-1" }] }, ["body.gifts.0 value_error"]],
  ])("with %s is refused", async (_, body, problems) => {
    const { status, body: answer } = await call(operation("confirmGifts"), { token, body });
    expect([status, violationsIn(answer)]).toEqual([422, problems]);
  });

  it("in another encoding, or another type, is refused", async () => {
    const rawBody = new Uint8Array([0xff, 0xfe, 0x41]);
    const headers = { "Content-Type": "text/csv" };
    const { status } = await call(operation("confirmGifts"), { token, rawBody, headers });
    expect(status).toBe(422);
    const type = { "Content-Type": "text/plain" };
    const other = await call(operation("confirmGifts"), { token, rawBody, headers: type });
    expect(other.status).toBe(415);
  });
});

describe("a large file", () => {
  const headers = { "Content-Type": "text/csv" };
  const MIB = 1024 * 1024;
  /** A file of exactly this size, whose first line decides a gift. */
  const fileOf = (size: number, gift: string) =>
    `gift_number,confirmation_number,note\n${gift},N-1,\n,,`.padEnd(size, "x");

  it("may have 1 MiB, which no other body may", async () => {
    const { numbers, batchId } = await fillBatch(school);
    await ask("closeSchoolBatch", { params: { batch_id: batchId } });
    const send = (size: number) =>
      call(operation("confirmGifts"), {
        token,
        rawBody: fileOf(size, numbers[0] as string),
        headers,
      });
    expect((await send(MIB + 1)).status).toBe(413);
    expect((await send(MIB)).body.data).toMatchObject({ confirmed: 1 });
    const rawBody = JSON.stringify({ csv: fileOf(64 * 1024, numbers[0] as string) });
    const json = { "Content-Type": "application/json" };
    expect((await call(operation("confirmGifts"), { token, rawBody, headers: json })).status).toBe(
      413,
    );
  });

  it("is one at a time for a school", async () => {
    const one = await makeBatchSchool();
    const by = [await signAccessToken(one.scope), token] as const;
    const rawBody = "gift_number,confirmation_number\nG-0000000000001,N-1\n";
    const statusFor = async (of: string) =>
      (await call(operation("confirmGifts"), { token: of, rawBody, headers })).status;
    await oneUpload(one.schoolId, async () => {
      expect([await statusFor(by[0]), await statusFor(by[1])]).toEqual([429, 422]);
    });
    expect(await statusFor(by[0])).toBe(422);
  });

  it("names its first wrong lines", async () => {
    const lines = Array.from({ length: 150 }, (_, n) => `G-${n},N-1`);
    const rawBody = ["gift_number,confirmation_number", ...lines].join("\n");
    const { status, body } = await call(operation("confirmGifts"), { token, rawBody, headers });
    expect([status, violationsIn(body).length]).toEqual([422, 100]);
  });
});

describe("the list of gifts", () => {
  it("is searched by donor, number, amount, fund, status, and batch", async () => {
    const own = await makeBatchSchool();
    const by = { token: await signAccessToken(own.scope) };
    const account = await makeAccount(own.bank);
    const { email } = await acceptLink(account);
    const {
      ids: [theirs = ""],
      batchId,
      numbers,
    } = await fillBatch(own, 1, {
      service_user_id: account,
      dollar_amount: 19.99,
      fund_designation: "rowing",
    });
    const other = await give(own, { dollar_amount: 30 });
    const found = async (query: Record<string, string>) => {
      const { data, meta } = (await call(operation("listSchoolGifts"), { ...by, query })).body;
      expect(meta.total).toBe(data.length);
      return data.map((gift: { donation_id: string }) => gift.donation_id);
    };
    expect((await found({})).sort()).toEqual([theirs, other].sort());
    const only: Record<string, string>[] = [
      { donor: email.toUpperCase() },
      { donor: "pat samp" },
      { gift: numbers[0] as string },
      { gift: theirs },
      { dollar_amount: "19.99" },
      { fund_id: "rowing" },
      { batch_id: batchId },
      { donor: email, status: "pending", from: "2020-01-01T00:00:00Z" },
    ];
    for (const query of only) expect(await found(query), JSON.stringify(query)).toEqual([theirs]);
    expect(await found({ status: "completed" })).toEqual([]);
    expect(await found({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
    const query = { format: "csv", dollar_amount: "19.99" };
    const csv = await send(operation("listSchoolGifts"), { ...by, query });
    const rows = parse(await csv.text(), { bom: true, columns: true });
    expect(rows).toMatchObject([
      { gift_number: numbers[0], dollar_amount: "19.99", status: "pending" },
    ]);
  });
});

it("a program with a processor's service key closes and confirms, and a viewer's can't", async () => {
  const { schoolId } = school;
  const tenant = { kind: "school", schoolId } as const;
  const [processor, viewer] = [
    await makeServiceKey(tenant, "processor"),
    await makeServiceKey(tenant, "viewer"),
  ];
  const { batchId } = await fillBatch(school);
  const as = (key: { secret: string }, id: string, options: CallOptions) =>
    call(operation(id), { token: key.secret, address: "203.0.113.7", ...options });
  const params = { batch_id: batchId };
  expect((await as(viewer, "closeSchoolBatch", { params })).status).toBe(403);
  expect((await as(processor, "closeSchoolBatch", { params })).status).toBe(200);
  const body = { batch_id: batchId, confirmation_number: "DEP-1" };
  expect((await as(viewer, "confirmGifts", { body })).status).toBe(403);
  expect((await as(processor, "confirmGifts", { body })).body.data).toMatchObject({ confirmed: 1 });
});
