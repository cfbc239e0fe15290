import { beforeAll, describe, expect, it } from "vitest";
import { push } from "#test/attempts.ts";
import {
  donationBody,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { donationRequest } from "../donations/contract.ts";
import { releaseDonation, retryDonation } from "../donations/operations.ts";
import type { EmailDocument } from "../email/templates/compose.ts";
import { renderHtml } from "../email/templates/render.ts";
import { addEndpoint } from "../webhooks/endpoints/mutations.ts";
import { wholeBody } from "../webhooks/events/body.ts";

let bank: Awaited<ReturnType<typeof makeBank>>;
beforeAll(async () => {
  bank = await makeBank();
});

async function accept(changes: Parameters<typeof donationBody>[1] = {}, schoolId?: string) {
  const body = donationBody(schoolId ?? (await makeSchool()), changes);
  return requestDonation(bank.scope, donationRequest.parse(body));
}

const donationOf = (id: string) =>
  db().donation.findUniqueOrThrow({ where: { id }, include: { credit: true, events: true } });

const creditsOf = (id: string) => db().stubCredit.findMany({ where: { partnerReference: id } });

describe("a push that succeeds", () => {
  it("stores the platform's credit and status, and completes the donation", async () => {
    const { donation_id: id } = await accept();
    expect(await push(id)).toBe("completed");
    const [credit] = await creditsOf(id);
    expect(await donationOf(id)).toMatchObject({
      status: "completed",
      completedAt: expect.any(Date),
      credit: { status: "credited", platformCreditId: credit?.id, platformStatus: "posted" },
    });
  });

  it("names the linked account's program if the request has none", async () => {
    const account = await makeAccount(bank);
    const { donation_id: id } = await accept({ service_user_id: account });
    await push(id);
    const [credit] = await creditsOf(id);
    expect(credit?.instruction).toMatchObject({ fanMetadata: { loyaltyProgram: "gold" } });
  });

  it("sends every field to the platform", async () => {
    const account = await makeAccount(bank);
    const { donation_id: id, bank_transaction_ref } = await accept({
      dollar_amount: 1234.5,
      points_redeemed: 123_450,
      loyalty_program_id: "gold",
      notify_cardholder: false,
      service_user_id: account,
      cardholder_message: "Go Bucks",
    });
    await push(id);
    const [credit] = await creditsOf(id);
    const { email } = await db().account.findUniqueOrThrow({ where: { id: account } });
    expect(credit?.instruction).toEqual({
      fanAccountId: expect.stringMatching(/^fan_/),
      amountCents: 123_450,
      reason: expect.stringContaining("Annual Fund"),
      attractionId: null,
      venueId: null,
      partnerReference: id,
      fanMetadata: {
        bankTransactionRef: bank_transaction_ref,
        loyaltyProgram: "gold",
        pointsRedeemed: 123_450,
        cardholderMessage: "Go Bucks",
      },
      notify: false,
      donor: { name: "Pat Sample", email, postalAddress: null },
    });
  });

  it.each([
    ["the address from the bank until the person has verified one", null, "bank"],
    ["the address that the person has verified, even if the bank's differs", "x", "person"],
  ])("sends the school %s", async (_, passwordHash, source) => {
    const accountId = await makeAccount(bank);
    const { cardholderId: id } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
    const emails = { bank: `bank.${id}@example.com`, person: `person.${id}@example.com` };
    await db().account.update({ where: { id: accountId }, data: { email: emails.bank } });
    const email = emails.person;
    await db().cardholder.update({ where: { id }, data: { email, emailKey: email, passwordHash } });
    const { donation_id } = await accept({ service_user_id: accountId });
    await push(donation_id);
    const [credit] = await creditsOf(donation_id);
    expect(credit?.instruction).toMatchObject({
      donor: { email: emails[source as "bank" | "person"] },
    });
  });

  it("credits the school's house account if the donation has no account", async () => {
    const school = await makeSchool();
    const { donation_id: id } = await accept({}, school);
    await push(id);
    expect((await creditsOf(id))[0]?.fanId).toBe(`house-${school}`);
  });

  it("reuses the fan's account at the platform", async () => {
    const school = await makeSchool();
    const service_user_id = await makeAccount(bank);
    const ids = [];
    for (let n = 0; n < 2; n++) {
      const { donation_id: id } = await accept({ service_user_id }, school);
      await push(id);
      ids.push((await creditsOf(id))[0]?.fanId);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(await db().stubFan.count({ where: { schoolId: school } })).toBe(1);
  });

  it("adds to the account's and school's totals exactly once, however often it's repeated", async () => {
    const school = await makeSchool();
    const service_user_id = await makeAccount(bank);
    const { donation_id: id } = await accept({ dollar_amount: 19.99, service_user_id }, school);
    await Promise.all(Array.from({ length: 10 }, () => push(id)));
    expect(await creditsOf(id)).toHaveLength(1);
    const account = await db().account.findUniqueOrThrow({ where: { id: service_user_id } });
    expect(account).toMatchObject({ donationCount: 1, lifetimeDonatedCents: 1999n });
    const total = await db().schoolTotal.aggregate({
      where: { schoolId: school },
      _sum: { donatedCents: true, donationCount: true },
    });
    expect(total._sum).toEqual({ donatedCents: 1999n, donationCount: 1n });
    expect((await donationOf(id)).events).toHaveLength(1);
  });
});

describe("the email to the giver", () => {
  const emailsTo = (to: string) => db().email.findMany({ where: { to, kind: "donation" } });

  async function acceptForPerson(changes: Parameters<typeof donationBody>[1] = {}) {
    const { accountId, cardholderId, email } = await makeCardholder(bank);
    const school = await makeSchool({ name: "Ohio <b>State</b>" });
    const accepted = await accept({ service_user_id: accountId, ...changes }, school);
    return { id: accepted.donation_id, cardholderId, email };
  }

  const setPreference = (cardholderId: string, emailDonationConfirmation: boolean | null) =>
    db().preference.create({
      data: { cardholderId, emailDonationConfirmation, updatedAt: new Date() },
    });

  it("confirms a completed donation once, however often it's pushed", async () => {
    const { id, email } = await acceptForPerson({ points_redeemed: 2500 });
    expect(await emailsTo(email)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => push(id)));
    const emails = await emailsTo(email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      "Your $25 gift to Ohio <b>State</b> is confirmed",
    ]);
    const [credit] = await creditsOf(id);
    for (const words of ["2,500 points", "Annual Fund", credit?.id as string, `/donations/${id}`]) {
      expect(emails[0]?.text).toContain(words);
    }
    const [sent] = emails as [(typeof emails)[number]];
    expect(await renderHtml(sent.content as EmailDocument)).toContain(
      "Ohio &lt;b&gt;State&lt;/b&gt;",
    );
  });

  it("reports a failed donation, and isn't sent while it's pending", async () => {
    const pending = await acceptForPerson({ dollar_amount: 25.94 });
    await push(pending.id);
    expect(await emailsTo(pending.email)).toEqual([]);
    const { id, email } = await acceptForPerson({ dollar_amount: 25.91 });
    await push(id);
    const [message] = await emailsTo(email);
    expect(message?.subject).toBe("Ohio <b>State</b> couldn’t accept your $25.91 gift");
  });

  it.each([
    ["unset", null, 1],
    ["on", true, 1],
    ["off", false, 0],
  ])("respects the preference: %s", async (_name, preference, count) => {
    for (const dollar_amount of [25, 25.91]) {
      const { id, cardholderId, email } = await acceptForPerson({ dollar_amount });
      await setPreference(cardholderId, preference);
      await push(id);
      expect(await emailsTo(email)).toHaveLength(count);
    }
  });

  it("isn't sent if the bank notifies the cardholder itself", async () => {
    const { id, email } = await acceptForPerson({ notify_cardholder: false });
    await push(id);
    expect(await emailsTo(email)).toEqual([]);
  });

  it("isn't sent if the donation has no account", async () => {
    const { donation_id: id } = await accept();
    const before = await db().email.count();
    expect(await push(id)).toBe("completed");
    expect(await db().email.count()).toBe(before);
  });
});

describe("the event", () => {
  it("is recorded with the change, with a delivery for each of this bank's enabled endpoints", async () => {
    const own = await makeBank();
    const other = await makeBank();
    await addEndpoint(own.scope, { url: "https://bank.example/a" });
    await addEndpoint(own.scope, { url: "https://bank.example/b" });
    await addEndpoint(other.scope, { url: "https://other.example/" });
    const body = donationRequest.parse(donationBody(await makeSchool()));
    const { donation_id: id } = await requestDonation(own.scope, body);
    await push(id);
    const [event] = (await donationOf(id)).events;
    const deliveries = await db().webhookDelivery.findMany({
      where: { eventId: event?.id as string },
      include: { endpoint: true },
    });
    expect(deliveries.map(({ endpoint }) => endpoint.url).sort()).toEqual([
      "https://bank.example/a",
      "https://bank.example/b",
    ]);
    const jobs = await db().outbox.findMany({ where: { name: "webhook/delivery.requested" } });
    for (const { id: delivery_id, endpointId: endpoint_id } of deliveries) {
      expect(jobs.map(({ data }) => data)).toContainEqual({
        delivery_id,
        endpoint_id,
        bank_id: event?.bankId,
      });
    }
  });

  it("contains the donation as in the API, the bank's user ID, and a sequence number", async () => {
    const accepted = await accept({ dollar_amount: 20.1, metadata: { z: "1", a: "2" } });
    await push(accepted.donation_id);
    const { events, ...donation } = await donationOf(accepted.donation_id);
    const body = wholeBody({ ...donation, body: events[0]?.body as string });
    const { type, timestamp, data } = JSON.parse(body);
    expect(type).toBe("donation.completed");
    expect(data).toEqual({
      ...accepted,
      status: "completed",
      school_confirmation_id: expect.any(String),
      platform_status: "posted",
      completed_at: timestamp,
      bank_user_id: null,
      sequence: 1,
      transfers: [
        {
          transfer_id: expect.any(String),
          kind: "gift",
          school_id: accepted.school_id,
          bank_effect_cents: 2010,
          corrects: null,
          posted_at: timestamp,
        },
      ],
    });
    expect(body).toContain('"dollar_amount":20.1,');
  });
});

describe("a push that doesn't succeed", () => {
  it("fails the donation only if the platform definitely refuses", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.91 });
    expect(await push(id)).toBe("failed");
    const donation = await donationOf(id);
    expect(donation).toMatchObject({ status: "failed", credit: { status: "refused" } });
    expect(donation.failureReason).toContain("refused");
    expect(donation.events.map(({ type }) => type)).toEqual(["donation.failed"]);
    expect(await creditsOf(id)).toHaveLength(0);
  });

  it("is retried after a 503", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.92 });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push(await push(id));
    expect(statuses).toEqual(["pending", "pending", "completed"]);
    expect((await donationOf(id)).credit).toMatchObject({ attemptCount: 3, lastError: null });
  });

  it("isn't retried before the retry is due", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.92 });
    for (let n = 0; n < 3; n++) expect(await push(id, { waitMs: 60_000 })).toBe("pending");
    expect((await donationOf(id)).credit).toMatchObject({ attemptCount: 1 });
  });

  it("doesn't delay a retry that was requested while it was in flight", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.92 });
    const retried = await push(id, { waitMs: 60_000 }, async (call) => {
      await retryDonation(system, id);
      return call();
    });
    expect(retried).toBe("pending");
    expect(await push(id, { generation: 1 })).toBe("pending");
    expect(await push(id, { generation: 1 })).toBe("completed");
  });

  it("finds the same credit after a lost response", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.93 });
    expect(await push(id)).toBe("pending");
    const [credit] = await creditsOf(id);
    expect(await push(id)).toBe("completed");
    expect(await creditsOf(id)).toHaveLength(1);
    expect((await donationOf(id)).credit?.platformCreditId).toBe(credit?.id);
  });

  it("waits for an operator, and succeeds once released", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.94 });
    expect(await push(id)).toBe("pending");
    expect(await releaseDonation(system, id, null)).toBe(true);
    expect(await push(id)).toBe("superseded");
    expect(await push(id, { generation: 1 })).toBe("completed");
    expect(await releaseDonation(system, id, null)).toBe(false);
    expect(await retryDonation(system, id)).toBe(false);
  });

  it.each(["missing", "unreadable"])(
    "flags a donation whose platform configuration is %s",
    async (problem) => {
      const school = await makeSchool();
      if (problem === "missing") await db().platformConfig.delete({ where: { schoolId: school } });
      else {
        await db().platformConfig.update({
          where: { schoolId: school },
          data: { encryptedConfig: new Uint8Array(60) },
        });
      }
      const { donation_id: id } = await accept({}, school);
      expect(await push(id)).toBe("pending");
      const { credit } = await donationOf(id);
      expect(credit?.flaggedAt).toBeInstanceOf(Date);
      expect(credit?.lastError).toContain("configuration");
    },
  );

  it("keeps the time of its first flag, and clears the flag when it completes", async () => {
    const { donation_id: id } = await accept({ dollar_amount: 25.92 });
    const flaggedAt = async () => (await donationOf(id)).credit?.flaggedAt;
    await push(id, { flag: true });
    const first = await flaggedAt();
    expect(first).toBeInstanceOf(Date);
    await push(id, { flag: true });
    expect(await flaggedAt()).toEqual(first);
    await push(id);
    expect(await flaggedAt()).toBeNull();
  });
});

describe("the database", () => {
  it.each([
    [
      "a completed donation without a completion time",
      "update donation set status = 'completed' where id = $1",
    ],
    ["an amount of zero", "update donation set amount_cents = 0 where id = $1"],
    ["an unknown status", "update donation set status = 'lost' where id = $1"],
    [
      "a credit without the platform's ID",
      "update credit set status = 'credited' where donation_id = $1",
    ],
  ])("refuses %s", async (_what, statement) => {
    const { donation_id: id } = await accept();
    await expect(pool().query(statement, [id])).rejects.toMatchObject({ code: "23514" });
  });
});
