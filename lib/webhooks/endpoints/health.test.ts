import { expect, it } from "vitest";
import { makeBank, system } from "#test/factories.ts";
import { updateBank } from "../../banks/mutations.ts";
import { db } from "../../database/prisma.ts";
import { recordHealth } from "./health.ts";
import { addEndpoint } from "./mutations.ts";

async function endpoint() {
  const bank = await makeBank();
  const contact = `${bank.bankId}@bank.example`;
  await updateBank(system, bank.bankId, { contactEmail: contact });
  const { endpoint_id: id } = await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
  const row = () => db().webhookEndpoint.findUniqueOrThrow({ where: { id } });
  const emails = () => db().email.findMany({ where: { to: contact } });
  const failingFor = (ms: number) =>
    db().webhookEndpoint.update({
      where: { id },
      data: { failingSince: new Date(Date.now() - ms) },
    });
  return { id, row, emails, failingFor };
}

it("records since when an endpoint has been failing, until it works again", async () => {
  const { id, row } = await endpoint();
  await recordHealth(id, "pending");
  const since = (await row()).failingSince;
  expect(since).toBeInstanceOf(Date);
  await recordHealth(id, "pending");
  expect((await row()).failingSince).toEqual(since);
  await recordHealth(id, "delivered");
  expect((await row()).failingSince).toBeNull();
});

it("disables an endpoint that has failed for five days, and emails the bank's contact once", async () => {
  const { id, row, emails, failingFor } = await endpoint();
  await failingFor(5 * 86_400_000 - 60_000);
  await recordHealth(id, "pending");
  expect((await row()).status).toBe("enabled");
  await failingFor(5 * 86_400_000 + 1_000);
  await Promise.all(Array.from({ length: 5 }, () => recordHealth(id, "pending")));
  expect(await row()).toMatchObject({ status: "disabled", disabledReason: expect.any(String) });
  expect((await emails()).map(({ kind }) => kind).sort()).toEqual([
    "endpoint-disabled",
    "endpoint-failing",
  ]);
});

it("emails the bank's contact on the first day of failure, once, and again for the next one", async () => {
  const { id, emails, failingFor } = await endpoint();
  const fail = () => Promise.all(Array.from({ length: 5 }, () => recordHealth(id, "pending")));
  await failingFor(5 * 3_600_000);
  await fail();
  expect(await emails()).toEqual([]);
  for (const count of [1, 2]) {
    await failingFor(6 * 3_600_000 + 1_000);
    await fail();
    await fail();
    expect(await emails()).toHaveLength(count);
    await recordHealth(id, "delivered");
  }
  expect((await emails())[0]).toMatchObject({ kind: "endpoint-failing" });
});

it("disables an endpoint immediately if it responds with 410", async () => {
  const { id, row, emails } = await endpoint();
  await recordHealth(id, "gone");
  expect((await row()).status).toBe("disabled");
  expect((await emails())[0]?.text).toContain("410");
});
