import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { withCertification } from "#server/certify.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { db } from "../database/prisma.ts";
import { rereadEnv } from "../env.ts";
import { addEndpoint } from "../webhooks/endpoints/mutations.ts";
import { endLateCertifications, prepareCertification } from "./certify.ts";
import { MAX_A_DAY, STEP_NAMES } from "./contract.ts";
import { amountOf, INEXACT_GIFTS, inexactAmountOf, orderOf } from "./seeded.ts";

async function makeEndpoint(bank: Bank) {
  const url = "https://bank.example/hooks";
  return (await addEndpoint(bank.scope, { url })).endpoint_id;
}

const start = (bank: Bank, webhook_endpoint_id: string, more = {}) =>
  call(operation("startCertification"), {
    key: bank.key,
    body: { probe_url: "https://bank.example/certification", webhook_endpoint_id, ...more },
  });

const endpointIn = (id: string) => db().webhookEndpoint.findUniqueOrThrow({ where: { id } });

it("one run at a time, which holds the endpoint until it ends, even if its work is lost", async () => {
  const bank = await makeBank();
  const endpoint = await makeEndpoint(bank);
  const { status, body } = await start(bank, endpoint);
  expect([status, body.data.status]).toEqual([202, "running"]);
  expect((await endpointIn(endpoint)).status).toBe("disabled");
  const second = await start(bank, await makeEndpoint(bank));
  expect([second.status, second.body.error.code]).toEqual([409, "CERTIFICATION_RUNNING"]);

  const end = () => endLateCertifications(() => ({ bank: bank.scope, system }));
  await end();
  expect((await endpointIn(endpoint)).status).toBe("disabled");
  const createdAt = new Date(Date.now() - 21 * 60_000);
  await db().certification.updateMany({ where: { bankId: bank.bankId }, data: { createdAt } });
  await end();
  expect(await endpointIn(endpoint)).toMatchObject({ status: "enabled", disabledReason: null });
  const params = { certification_id: body.data.certification_id };
  const { data } = (await call(operation("getCertification"), { key: bank.key, params })).body;
  expect(data).toMatchObject({ status: "failed", report: expect.stringMatching(/^ey/) });
});

it("an endpoint must be the bank's own, and enabled", async () => {
  const [bank, other] = [await makeBank(), await makeBank()];
  for (const id of [await makeEndpoint(other), randomUUID()]) {
    const { status, body } = await start(bank, id);
    expect([status, violationsIn(body)]).toEqual([422, ["body.webhook_endpoint_id value_error"]]);
  }
});

it(`a bank starts ${MAX_A_DAY} runs a day`, async () => {
  const bank = await makeBank();
  const endpointId = await makeEndpoint(bank);
  const run = {
    bankId: bank.bankId,
    endpointId,
    seed: 1,
    probeUrl: "",
    appUrls: [],
    steps: [],
    status: "failed",
  };
  const runs = Array.from({ length: MAX_A_DAY }, () => ({ ...run, id: randomUUID() }));
  await db().certification.createMany({ data: runs });
  expect((await start(bank, endpointId)).status).toBe(429);
  expect((await endpointIn(endpointId)).status).toBe("enabled");
});

it("production has no certification", async () => {
  const bank = await makeBank();
  const { listCertifications } = await import("./queries.ts");
  vi.stubEnv("SERVICE_ENVIRONMENT", "production");
  for (const name of ["DATABASE_URL", "PUBLIC_BASE_URL"]) {
    vi.stubEnv(name, process.env[name] ?? "https://service.example");
  }
  rereadEnv();
  const listed = listCertifications(bank.scope, { limit: 1 });
  vi.unstubAllEnvs();
  rereadEnv();
  await expect(listed).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("a seed decides everything, and no two gifts of a run have the same amount", () => {
  for (const seed of [1, 2, 36, 2 ** 31 - 1]) {
    expect(orderOf(seed)).toEqual(orderOf(seed));
    expect(orderOf(seed).toSorted()).toEqual([...STEP_NAMES].toSorted());
    const inexact = Array.from({ length: INEXACT_GIFTS }, (_, n) => inexactAmountOf(seed, n));
    const others = STEP_NAMES.flatMap((step) => [0, 1, 2, 3].map((n) => amountOf(seed, step, n)));
    expect(new Set([...inexact, ...others]).size).toBe(inexact.length + others.length);
  }
  expect(orderOf(1)).not.toEqual(orderOf(2));
});

it("faults reach only gifts of the caller's own run; everything else passes unchanged", async () => {
  await makeSchool();
  const [bank, other] = [await makeBank(), await makeBank()];
  const { body } = await start(bank, await makeEndpoint(bank), { steps: ["plain"] });
  const id = body.data.certification_id;
  await prepareCertification({ bank: bank.scope, system }, id);
  const gift = { id: randomUUID(), certificationId: id, amountCents: 2500, points: 2500 };
  const faults = ["lose", "unavailable", "limited"];
  await db().certificationGift.create({ data: { ...gift, faults } });
  const seen: string[] = [];
  const server = createServer(
    withCertification((incoming, outgoing) => {
      seen.push(`${incoming.method} ${incoming.url}`);
      incoming.resume().on("end", () => outgoing.writeHead(202).end("{}"));
    }),
  );
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const give = async (key: string, dollar_amount: number) => {
    const headers = { "X-Service-API-Key": key, "Content-Type": "application/json" };
    const sent = JSON.stringify({ dollar_amount, bank_transaction_ref: "ref" });
    const url = `http://127.0.0.1:${port}/certify/v1/donations/request`;
    const given = await fetch(url, { method: "POST", headers, body: sent }).catch(() => null);
    return given?.status ?? "lost";
  };
  expect(await give(bank.key, 26)).toBe(202);
  expect(await give(other.key, 25)).toBe(202);
  const all = [];
  for (let n = 0; n < 4; n += 1) all.push(await give(bank.key, 25));
  expect(all).toEqual(["lost", 503, 429, 202]);
  // What is lost was done before.
  expect(seen).toEqual(Array(4).fill("POST /v1/donations/request"));
  await expect
    .poll(async () => {
      const { tries } = await db().certificationGift.findUniqueOrThrow({ where: { id: gift.id } });
      return (tries as { status: number | null }[]).map(({ status }) => status);
    })
    .toEqual([null, 503, 429, 202]);
  const { tries } = await db().certificationGift.findUniqueOrThrow({ where: { id: gift.id } });
  expect(JSON.stringify(tries)).not.toContain(bank.key.split(":")[1]);
  server.closeAllConnections();
  server.close();
});
