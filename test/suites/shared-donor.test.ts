/** What a gift's donor shared with its school stays as it was, wherever the school reads it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { FileFormat } from "#lib/batches/contract.ts";
import { FILE_FORMATS } from "#lib/batches/contract.ts";
import { batchFile, giftsCsv } from "#lib/batches/files.ts";
import { closeBatch, recordDecisions } from "#lib/batches/mutations.ts";
import { getGift, listGifts } from "#lib/batches/queries.ts";
import { encryptAddress } from "#lib/cardholders/profile/postal-address.ts";
import { db } from "#lib/database/prisma.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { listThanked, listToThank, toThankCsv } from "#lib/donors/acknowledgments.ts";
import { listDonors } from "#lib/donors/donors.ts";
import { giveInPortal } from "#lib/giving/portal.ts";
import { reencryptSecrets } from "#lib/operations/actions.ts";
import { applyRetention } from "#lib/retention/apply.ts";
import { push } from "../attempts.ts";
import { type BatchSchool, makeBatchSchool, pushAgain } from "../batches.ts";
import { type Cardholder, makeCardholder, system } from "../factories.ts";

const THEN = { name: "Jordan Q. Then", address: "1 Then Street\nThenville, OH 43210" };
const LATER = { name: "Casey Later", address: "9 Later Avenue\nLatertown, NV 89501" };

const textOf = async ({ body }: { body: ReadableStream }) => new Response(body).text();

async function setProfile({ cardholderId }: Cardholder, { name, address }: typeof THEN) {
  const encryptedPostalAddress = encryptAddress(cardholderId, address) as Uint8Array<ArrayBuffer>;
  const passwordHash = "unusable";
  const data = { displayName: name, encryptedPostalAddress, passwordHash };
  await db().cardholder.update({ where: { id: cardholderId }, data });
}

async function giveSharing(
  person: Cardholder,
  { schoolId }: BatchSchool,
  share: "address" | "name",
) {
  const { donation_id } = await giveInPortal(
    person.scope,
    portalDonationRequest.parse({
      loyalty_account_id: person.accountId,
      school_id: schoolId,
      fund_designation: "annual-fund",
      dollar_amount: 25,
      cardholder_message: null,
      share_with_school: share,
    }),
  );
  return donation_id;
}

let [school, person] = [] as unknown as [BatchSchool, Cardholder];
let [shared, named, batchId] = ["", "", ""];

beforeAll(async () => {
  [school, person] = [await makeBatchSchool(), await makeCardholder()];
  await setProfile(person, THEN);
  shared = await giveSharing(person, school, "address");
  named = await giveSharing(person, school, "name");
  // Before the school's platform is told: what counts is what the person saw as they gave.
  await setProfile(person, LATER);
  await db().account.update({ where: { id: person.accountId }, data: { displayName: LATER.name } });
  await push(shared);
  await push(named);
  const line = await db().giftBatchLine.findUniqueOrThrow({ where: { donationId: shared } });
  ({ batchId } = line);
  await closeBatch(school.scope, batchId);
  const confirm = (id: string) => ({
    id,
    confirmationNumber: `N-${id.slice(-5)}`,
    refusalReason: null,
  });
  await recordDecisions(school.scope, [confirm(shared), confirm(named)]);
  await pushAgain(shared);
  await pushAgain(named);
});

const fileReader = (format: FileFormat) => async () =>
  textOf(await batchFile(school.scope, batchId, format));

/** Every way in which a school reads who gave, and whether the address is part of it. */
const READERS: [string, () => Promise<string>, { address: boolean }?][] = [
  ["the list", async () => JSON.stringify(await listGifts(school.scope, { limit: 50 }))],
  ["the list as a file", async () => textOf(await giftsCsv(school.scope, { limit: 50 }))],
  [
    "the search",
    async () => JSON.stringify(await listGifts(school.scope, { donor: "q. THEN", limit: 50 })),
  ],
  ["a gift", async () => JSON.stringify(await getGift(school.scope, shared)), { address: true }],
  ["the donors", async () => JSON.stringify(await listDonors(school.scope, { limit: 50 }))],
  [
    "the search for a donor",
    async () => JSON.stringify(await listDonors(school.scope, { text: "jordan q", limit: 50 })),
  ],
  [
    "those to thank",
    async () =>
      JSON.stringify(await listToThank(school.scope, { until: new Date() }, { limit: 50 })),
  ],
  [
    "those to thank as a file",
    async () => new Response(await toThankCsv(school.scope, { until: new Date() })).text(),
    { address: true },
  ],
  ...FILE_FORMATS.map((format): (typeof READERS)[number] => [
    `the file ${format}`,
    fileReader(format),
    { address: format !== "raisers_edge" },
  ]),
];
/** Raiser's Edge has names in its file of constituents only. */
const hasNames = (name: string) => name !== "the file raisers_edge";

describe.each(READERS)("%s", (name, read, { address } = { address: false }) => {
  it("has the name and the address as they were shared, and nothing later", async () => {
    const text = await read();
    expect(text).not.toMatch(/Later/i);
    if (hasNames(name)) expect(text).toMatch(/Jordan Q\..*Then|Then,Jordan Q\./s);
    if (address) expect(text).toContain("1 Then Street");
  });
});

it("isn't found by what the donor is called now", async () => {
  const found = await listGifts(school.scope, { donor: "Casey", limit: 50 });
  expect(found.items).toEqual([]);
  expect((await listDonors(school.scope, { text: "Later", limit: 50 })).items).toEqual([]);
  expect((await listThanked(school.scope, {}, { limit: 50 })).items).toEqual([]);
});

describe("a shared address", () => {
  const stored = async () => {
    const gift = await db().donation.findUniqueOrThrow({ where: { id: shared } });
    return gift.encryptedDonorAddress;
  };

  it("is stored encrypted with its gift, and only there", async () => {
    expect(Buffer.from((await stored()) ?? []).toString("latin1")).not.toContain("Then Street");
    const other = await db().donation.findUniqueOrThrow({ where: { id: named } });
    expect(other.encryptedDonorAddress).toBeNull();
    const line = await db().giftBatchLine.findUniqueOrThrow({ where: { donationId: shared } });
    expect(JSON.stringify(line.gift)).not.toContain("Then Street");
  });

  it("is re-encrypted when keys change, also where gifts share one value", async () => {
    const [again] = [await giveSharing(person, school, "address")];
    const copy = await giveSharing(person, school, "address");
    const before = Buffer.from((await stored()) ?? []);
    const files = await fileReader("npsp")();
    const { unreadable } = (await reencryptSecrets(system)).sharedAddresses;
    expect(unreadable).not.toContain(person.cardholderId);
    expect(Buffer.from((await stored()) ?? []).equals(before)).toBe(false);
    expect(await fileReader("npsp")()).toBe(files);
    for (const id of [again, copy]) {
      expect((await getGift(school.scope, id)).donor_postal_address).toBe(LATER.address);
    }
  });

  it("is cleared three years later, but not while a batch's file has it", async () => {
    const old = new Date(Date.now() - 1_200 * 86_400_000);
    await db().donation.update({ where: { id: shared }, data: { createdAt: old } });
    const alone = await giveSharing(person, school, "address");
    await db().donation.update({ where: { id: alone }, data: { createdAt: old } });
    await applyRetention();
    expect(await stored()).not.toBeNull();
    const gift = await getGift(school.scope, alone);
    expect(gift).toMatchObject({ donor_postal_address: null, donor_name: LATER.name });
    await db().giftBatch.update({ where: { id: batchId }, data: { closedAt: old } });
    await applyRetention();
    await applyRetention();
    expect(await stored()).toBeNull();
  });
});
