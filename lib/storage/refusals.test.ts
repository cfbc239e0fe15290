import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { call } from "#test/api.ts";
import { type Bank, donationBody, linkBody, makeBank, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { listRefusedRequests } from "../banks/refused/queries.ts";
import { db } from "../database/prisma.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import { repeatedParameters } from "../http/repeated-names.ts";
import { issueApiKey, newApiKey } from "../staff/api-keys.ts";
import { MAX_A_MINUTE, recordRefusal } from "./refusals.ts";
import { MAX_KEPT } from "./sql.ts";

const notFound = new ServiceError("ACCOUNT_NOT_FOUND");

const listed = async ({ scope }: Bank, filters = {}) =>
  (await listRefusedRequests(scope, { limit: 100, ...filters })).items;

it("records why a bank's request was refused, for that bank, and nothing that it contained", async () => {
  const [bank, other] = [await makeBank(), await makeBank()];
  const requestId = `own-${randomUUID()}`;
  const headers = { "X-Request-Id": requestId };
  const secret = "Sssh-4111-secret";
  const metadata = { [secret]: "x".repeat(501) };
  const body = { ...donationBody(secret), dollar_amount: secret, metadata, [secret]: secret };
  const send = (id: string, request: object) =>
    call(operation(id), { key: bank.key, headers, ...request });
  await send("requestDonation", { body });
  await send("listAccounts", { query: { [secret]: secret } });
  await send("getAccount", { params: { service_user_id: randomUUID() } });
  await vi.waitFor(async () => expect(await listed(bank)).toHaveLength(3));
  const rows = await listed(bank);
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        request_id: requestId,
        key_id: bank.keyId,
        operation: "requestDonation",
        status: 422,
        code: null,
        violations: expect.arrayContaining([{ field: "body.dollar_amount", type: "float_type" }]),
      }),
      expect.objectContaining({
        operation: "listAccounts",
        violations: [{ field: "query", type: "extra_forbidden" }],
      }),
      expect.objectContaining({ operation: "getAccount", status: 404, code: "ACCOUNT_NOT_FOUND" }),
    ]),
  );
  const stored = await db().refusedRequest.findMany({ where: { bankId: bank.bankId } });
  expect(JSON.stringify(stored)).not.toContain(secret);
  for (const [search, count] of Object.entries({
    ACCOUNT_NOT_FOUND: 1,
    "body.dollar_amount": 1,
    [requestId]: 3,
    [bank.keyId]: 3,
    "body.dollar": 0,
  })) {
    expect(await listed(bank, { search }), search).toHaveLength(count);
  }
  expect(await listed(other)).toEqual([]);
});

it("records no name that is given twice, and stays small", async () => {
  const bank = await makeBank();
  const names = Array.from({ length: 30 }, (_, n) => `chosen-${n}`);
  const twice = (name: string) => `"${name}":1,"${name}":2`;
  const json = `{${["dollar_amount", ...names].map(twice).join()}}`;
  const answer = await call(operation("requestDonation"), { key: bank.key, rawBody: json });
  expect(answer.status).toBe(422);
  const query = new URLSearchParams([...names, ...names].map((name) => [name, "1"]));
  const { bankId, keyId } = bank;
  const about = { bankId, keyId, requestId: randomUUID(), operation: "listAccounts" };
  recordRefusal(about, new InvalidInput(repeatedParameters(query, 30)));
  await vi.waitFor(async () => expect(await listed(bank)).toHaveLength(2));
  for (const { violations } of await listed(bank)) {
    expect(violations.length).toBeLessThanOrEqual(10);
    expect(violations).toContainEqual({
      field: expect.stringMatching(/^(body|query)$/),
      type: "value_error",
    });
    expect(JSON.stringify(violations)).not.toContain("chosen");
  }
});

it("records nothing of what a key that may only read reads", async () => {
  const bank = await makeBank();
  const details = newApiKey.parse({ name: "x", scope: "read", networks: null, days: null });
  const { apiKey } = await issueApiKey(system, bank.bankId, details);
  const read = (key: string) =>
    call(operation("getAccount"), { key, params: { service_user_id: randomUUID() } });
  expect((await read(apiKey)).status).toBe(404);
  expect((await read(bank.key)).status).toBe(404);
  await vi.waitFor(async () => expect(await listed(bank)).toHaveLength(1));
  expect(await listed(bank)).toMatchObject([{ key_id: bank.keyId }]);
});

it("doesn't record what succeeds, or what a key that isn't the bank's sends", async () => {
  const bank = await makeBank();
  const answer = await call(operation("linkAccount"), { key: bank.key, body: linkBody() });
  expect(answer.status).toBe(201);
  await call(operation("linkAccount"), { key: `${bank.key.slice(0, -2)}AA`, body: {} });
  expect(await listed(bank)).toEqual([]);
});

it("is bounded for each bank, by the minute and in all, and costs no other", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  try {
    const [loud, quiet] = [await makeBank(), await makeBank()];
    const refuse = ({ bankId, keyId }: Bank, requestId: string) =>
      recordRefusal({ bankId, keyId, requestId, operation: "getAccount" }, notFound);
    const count = ({ bankId }: Bank) => db().refusedRequest.count({ where: { bankId } });
    await db().refusedRequest.createMany({
      data: Array.from({ length: MAX_KEPT }, (_, n) => ({
        id: randomUUID(),
        bankId: loud.bankId,
        keyId: loud.keyId,
        requestId: `early-${n}`,
        operation: "getAccount",
        status: 404,
        violations: [],
        createdAt: new Date(Date.now() - 60_000),
      })),
    });
    for (let n = 0; n < 10 * MAX_A_MINUTE; n++) refuse(loud, `late-${n}`);
    refuse(quiet, "late");
    await vi.waitFor(async () => expect(await count(quiet)).toBe(1));
    const late = { bankId: loud.bankId, requestId: { startsWith: "late" } };
    await vi.waitFor(async () =>
      expect(await db().refusedRequest.count({ where: late })).toBe(MAX_A_MINUTE),
    );
    vi.advanceTimersByTime(60_000);
    refuse(loud, "late-next");
    await vi.waitFor(async () =>
      expect(await db().refusedRequest.count({ where: late })).toBe(MAX_A_MINUTE + 1),
    );
    expect(await count(loud)).toBe(MAX_KEPT + 1);
  } finally {
    vi.useRealTimers();
  }
});
