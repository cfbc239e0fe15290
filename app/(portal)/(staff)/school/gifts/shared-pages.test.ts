/**
 * What a foundation's pages show of a gift beyond its list: a shared address, and text that import files
 * can't take.
 */
import { createElement } from "react";
import { prerender } from "react-dom/static";
import { beforeEach, expect, it } from "vitest";
import { encryptAddress } from "#lib/cardholders/profile/postal-address.ts";
import { db } from "#lib/database/prisma.ts";
import { type BatchSchool, fillBatch, makeBatchSchool } from "#test/batches.ts";
import { makeCardholder } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import batchPage from "../batches/[batch_id]/page.tsx";
import giftPage from "./[gift]/page.tsx";

let school: BatchSchool;

beforeEach(async () => {
  jar.clear();
  school = await makeBatchSchool();
  const { personId: cardholderId, familyId } = school.scope;
  await signInBrowser({ cardholderId, familyId });
});

async function textOf(page: typeof giftPage, params: Record<string, string>): Promise<string> {
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve({}) };
  const { prelude } = await prerender(createElement(page as never, props));
  return (await new Response(prelude).text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

async function giftOf(name: string) {
  const person = await makeCardholder();
  await db().account.update({ where: { id: person.accountId }, data: { displayName: name } });
  const own = { ...school, bank: person.bank };
  const { ids, batchId, numbers } = await fillBatch(own, 1, { service_user_id: person.accountId });
  return { id: ids[0] as string, batch_id: batchId, gift: numbers[0] as string, ...person };
}

it("shows the postal address only of a donor who shared it", async () => {
  const { id, gift, cardholderId } = await giftOf("Pat Sample");
  expect(await textOf(giftPage, { gift })).not.toContain("Postal address");
  const encrypted = encryptAddress(cardholderId, "1 Main St\nTestville, OH 43210");
  const data = { encryptedDonorAddress: encrypted as Uint8Array<ArrayBuffer> };
  await db().donation.update({ where: { id }, data });
  expect(await textOf(giftPage, { gift })).toContain("1 Main St Testville, OH 43210");
});

it("warns of text that is too long for import files before the batch is closed, and only then", async () => {
  const short = await giftOf("Pat Sample");
  expect(await textOf(batchPage, { batch_id: short.batch_id })).not.toContain("too long");
  const { gift, batch_id } = await giftOf(`${"Pat".repeat(49)} Sample`);
  const text = await textOf(batchPage, { batch_id });
  expect(text).toContain("too long");
  expect(text).toMatch(new RegExp(`${gift} : .*Contact1_Firstname__c`));
  expect(text).not.toContain(short.gift);
});
