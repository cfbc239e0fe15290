import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BankClient,
  type Donation,
  type DonationRequest,
  isServiceError,
  submitDonation,
} from "#client/index.ts";
import { startReceiver } from "../receiver.ts";
import { eventually } from "./application.ts";
import { app } from "./killed-service.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let bank: { id: string; endpoint: string; client: BankClient };
/** Donations whose amounts end in these cents. */
const triggered = new Map<number, string>();
const triggeredBy = (cents: number) => triggered.get(cents) as string;

beforeAll(async () => {
  receiver = await startReceiver();
  const { bank_id: id } = await app.admin("bank", "create", "--name", "Process Test Bank");
  const { api_key: key } = await app.admin("key", "issue", "--bank", id);
  const added = await app.admin("webhook", "add", "--bank", id, "--url", receiver.url);
  receiver.settings.secret = added.secret;
  bank = { id, endpoint: added.endpoint_id, client: app.bankClient(key) };
  // Concurrently, since each takes a while.
  for (const cents of [91, 92, 93, 94]) {
    const changes = { dollar_amount: Number(`25.${cents}`) };
    triggered.set(cents, (await donate(`t-${cents}`, changes)).donation_id);
  }
});

afterAll(() => receiver.close());

const requestOf = (reference: string, changes: Partial<DonationRequest> = {}): DonationRequest => ({
  bank_transaction_ref: reference,
  dollar_amount: 25,
  points_redeemed: 2500,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
  ...changes,
});

const donate = (reference: string, changes?: Partial<DonationRequest>): Promise<Donation> =>
  submitDonation(bank.client, requestOf(reference, changes));

async function donationNow(id: string): Promise<Donation> {
  const params = { path: { donation_id: id } };
  return (await bank.client.GET("/v1/donations/{donation_id}", { params })).data;
}

const settled = (id: string) =>
  eventually(async () => {
    const donation = await donationNow(id);
    return donation.status === "pending" ? undefined : donation;
  }, `donation ${id} is settled`);

const eventsOf = (id: string) =>
  receiver.received.filter((r) => r.payload?.data.donation_id === id);

const notified = (id: string) => eventually(() => eventsOf(id)[0], `the bank hears about ${id}`);

/** Reads the database directly, which avoids starting a process each time. */
async function query(text: string, values: string[]) {
  const client = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}

/** The stub platform's ledger. */
async function creditsAtThePlatform(id: string): Promise<string[]> {
  const rows = await query("select id from stub_credit where partner_reference = $1", [id]);
  return rows.map((row) => row.id);
}

describe("the main job", () => {
  it("goes from link to a verified webhook", async () => {
    const linked = await bank.client.POST("/v1/accounts/link", {
      body: {
        bank_user_id: "u-1",
        display_name: "Pat",
        email: "pat@example.com",
        loyalty_program_id: "gold",
      },
    });
    const { service_user_id } = linked.data;
    const { donation_id: id } = await donate("main-1", { service_user_id, dollar_amount: 39.99 });
    const donation = await settled(id);
    expect(donation).toMatchObject({ status: "completed", dollar_amount: 39.99 });
    expect(donation.school_confirmation_id).toMatch(/^[A-Z]+-\d\d-\d{6,}$/);
    const event = await notified(id);
    expect(event.payload).toMatchObject({
      type: "donation.completed",
      data: { ...donation, bank_user_id: "u-1", sequence: 1 },
    });
  });

  it("shows the operator every attempt of a delivery", async () => {
    const { donation_id: id } = await donate("main-2");
    const event = await notified(id);
    await eventually(async () => {
      const params = {
        path: { endpoint_id: bank.endpoint },
        query: { status: "delivered" as const },
      };
      const attempt = await bank.client.GET("/v1/webhook-endpoints/{endpoint_id}/deliveries", {
        params,
      });
      return attempt.data.some(({ event_id }) => event_id === event.id) || undefined;
    }, "the delivery is logged");
    const { deliveries } = await app.admin("delivery", "list", "--bank", bank.id);
    const delivery = (deliveries as Record<string, unknown>[]).find((d) => d.event_id === event.id);
    expect(delivery?.attempts).toEqual([
      {
        attempted_at: expect.any(String),
        response_code: 204,
        error: null,
        latency_ms: expect.any(Number),
        response_body: "",
      },
    ]);
  });

  it("turns 200 concurrent requests into one donation and one credit", async () => {
    const body = requestOf("race-1");
    // A busy machine may reject some of them as overloaded: the client retries them.
    const ask = () =>
      bank.client.POST("/v1/donations/request", { body, attempts: 20 }).then(
        ({ status, data }) => ({ status, id: data.donation_id }),
        (error) => {
          if (!isServiceError(error, "DONATION_DUPLICATE")) throw error;
          return { status: error.status, id: error.details.donation_id };
        },
      );
    const answers = await Promise.all(Array.from({ length: 200 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(199).fill(409)]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const donation = await settled(answers[0]?.id as string);
    const { donations } = await app.admin("donation", "list", "--bank", bank.id, "--limit", "500");
    const same = (donations as Record<string, unknown>[]).filter(
      (row) => row.bank_transaction_ref === "race-1",
    );
    expect(same).toHaveLength(1);
    expect(same[0]).toMatchObject({ school_confirmation_id: donation.school_confirmation_id });
  });
});

describe("the sandbox's triggers", () => {
  it(".91 fails permanently, and the bank is notified", async () => {
    const id = triggeredBy(91);
    const donation = await settled(id);
    expect(donation).toMatchObject({ status: "failed", school_confirmation_id: null });
    expect(donation.failure_reason).toContain("refused");
    expect((await notified(donation.donation_id)).payload?.type).toBe("donation.failed");
  });

  it(".92 completes after two 503s", async () => {
    const id = triggeredBy(92);
    const donation = await settled(id);
    expect(donation.status).toBe("completed");
    const shown = await app.admin("donation", "show", "--donation", donation.donation_id);
    // An interrupted attempt is repeated.
    expect(shown.credit.attempt_count).toBeGreaterThanOrEqual(3);
    expect((await notified(donation.donation_id)).payload?.type).toBe("donation.completed");
  });

  it(".93 finds the credit whose response was lost", async () => {
    const id = triggeredBy(93);
    const donation = await settled(id);
    expect(donation).toMatchObject({ status: "completed", platform_status: "posted" });
    expect((await notified(donation.donation_id)).payload?.type).toBe("donation.completed");
    expect(await creditsAtThePlatform(donation.donation_id)).toEqual([
      donation.school_confirmation_id,
    ]);
  });

  it(".94 waits until an operator releases it", async () => {
    const id = triggeredBy(94);
    await eventually(async () => {
      const [credit] = await query("select attempt_count from credit where donation_id = $1", [id]);
      return credit?.attempt_count > 0 || undefined;
    }, "it was tried");
    expect((await donationNow(id)).status).toBe("pending");
    await app.admin("donation", "release", "--donation", id);
    expect((await settled(id)).status).toBe("completed");
    expect((await notified(id)).payload?.type).toBe("donation.completed");
    expect(await creditsAtThePlatform(id)).toHaveLength(1);
  });
});

describe("kill -9", () => {
  const retried = requestOf("retried");
  let inProgress: string[];
  let last: string;
  let submitting: Promise<Donation>;

  beforeAll(async () => {
    const many = await Promise.all(
      // A busy machine may reject some of them as overloaded: they are retried, as banks do.
      Array.from({ length: 40 }, (_, n) =>
        submitDonation(bank.client, requestOf(`storm-${n}`), { attempts: 20 }),
      ),
    );
    inProgress = many.map(({ donation_id }) => donation_id);
    last = (await donate("killed")).donation_id;
    await app.kill();
    submitting = submitDonation(bank.client, retried, { attempts: 20 });
    await app.start();
  });

  const expectNotifiedOnce = async (id: string) => {
    expect((await settled(id)).status).toBe("completed");
    await notified(id);
    expect(new Set(eventsOf(id).map((event) => event.id)).size).toBe(1);
  };

  it("right after the 202: the donation completes after a restart, and the bank is notified", async () => {
    await expectNotifiedOnce(last);
  });

  it("loses none of many donations in progress", async () => {
    for (const id of inProgress) await expectNotifiedOnce(id);
  });

  it("a bank that retries during the kill gets exactly one donation", async () => {
    const { donation_id: id } = await submitting;
    expect(await submitDonation(bank.client, retried)).toMatchObject({ donation_id: id });
    expect((await settled(id)).status).toBe("completed");
    expect(await creditsAtThePlatform(id)).toHaveLength(1);
  });
});
