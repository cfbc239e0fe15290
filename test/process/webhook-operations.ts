/** Operating webhooks and pushes with the admin command and the API, on a real process. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyWebhook } from "#client/index.ts";
import { startPlatform } from "../platform/process.ts";
import { startReceiver } from "../receiver.ts";
import { eventually } from "./application.ts";
import { configureRestPlatform, donate, makeBank } from "./bank.ts";
import { app } from "./quick-retries.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const receivers: Receiver[] = [];
let database: pg.Client;
/** A bank whose endpoint accepts everything. */
let healthy: Bank;

beforeAll(async () => {
  healthy = await makeOperatedBank();
  database = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await database.connect();
});

afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await database.end();
});

/** A separate bank with one endpoint. `answer` sets its receiver's responses. */
async function makeOperatedBank() {
  const answer = { status: 204 };
  const receiver = await startReceiver(() => answer);
  receivers.push(receiver);
  const bank = await makeBank(app, receiver.url, { contactEmail: "ops@bank.example" });
  receiver.settings.secret = bank.secret;
  return { ...bank, receiver, answer };
}

type Bank = Awaited<ReturnType<typeof makeOperatedBank>>;

const statusOf = async ({ key }: Bank, id: string): Promise<string> =>
  (await app.api("GET", `/v1/donations/${id}`, undefined, key)).body.data.status;

/** Submits a donation and waits until it is settled. @returns its event */
async function give(bank: Bank, reference: string): Promise<{ event: string; at: string }> {
  const id = await donate(app, bank.key, reference);
  await eventually(
    async () => ((await statusOf(bank, id)) === "completed" ? true : undefined),
    "the donation completes",
  );
  const { body } = await app.api("GET", `/v1/events?donation_id=${id}`, undefined, bank.key);
  return { event: body.data[0].event_id, at: body.data[0].created_at };
}

const arrivals = ({ receiver }: Bank, event: string) =>
  receiver.received.filter(({ id }) => id === event);

const arrived = (bank: Bank, event: string, times: number) =>
  eventually(() => {
    const found = arrivals(bank, event);
    return found.length >= times ? found : undefined;
  }, `${event} has arrived ${times} times`);

/** The delivery as the operator sees it. */
const deliveries = async ({ id }: Bank, ...flags: string[]) =>
  (await app.admin("delivery", "list", "--bank", id, ...flags)).deliveries;
const endpointOf = async ({ id }: Bank) =>
  (await app.admin("webhook", "list", "--bank", id)).endpoints[0];

const ofBank = async ({ endpoint, key }: Bank, address = "") =>
  (await app.api("GET", `/v1/webhook-endpoints/${endpoint}${address}`, undefined, key)).body.data;

/** Polls the bank's view, since the operator's command starts a process each time. */
const settled = (bank: Bank, status: "delivered" | "dead", ...events: string[]) =>
  eventually(
    async () => {
      const found: { event_id: string }[] = await ofBank(bank, `/deliveries?status=${status}`);
      const ids = found.map(({ event_id }) => event_id);
      return events.every((event) => ids.includes(event)) || undefined;
    },
    `${events.join(" and ")}: ${status}`,
  );

/** Waits until both events of a range are replayed, according to the operator's command. */
async function replayed({ replay_id, events_total }: { replay_id: string; events_total: number }) {
  expect(events_total).toBe(2);
  const completed = await eventually(async () => {
    const found = await app.admin("delivery", "replay-status", "--replay", replay_id);
    return found.status === "completed" ? found : undefined;
  }, "the replay has completed");
  expect(completed).toMatchObject({ events: 2, deliveries: 2 });
}

it("an event that the bank lost is replayed with its ID, byte for byte", async () => {
  const bank = healthy;
  const { event } = await give(bank, "lost-at-the-bank");
  await arrived(bank, event, 1);
  const replayed = await app.admin("delivery", "replay", "--event", event);
  expect(replayed).toEqual({ event_id: event, deliveries: 1 });
  const [first, second] = await arrived(bank, event, 2);
  expect(second?.body).toBe(first?.body);
  expect(second?.payload).toEqual(first?.payload);
  expect(second?.payload).toBeTruthy();
});

it("exactly a range's events are replayed, by the operator and by the bank", async () => {
  const bank = healthy;
  const before = await give(bank, "before-the-range");
  const inside = [await give(bank, "inside-1"), await give(bank, "inside-2")];
  const after = await give(bank, "after-the-range");
  for (const { event } of [before, ...inside, after]) await arrived(bank, event, 1);
  const range = { from: (inside[0] as { at: string }).at, to: after.at };
  const flags = ["--from", range.from, "--to", range.to];
  await replayed(await app.admin("delivery", "replay", "--bank", bank.id, ...flags));
  for (const { event } of inside) await arrived(bank, event, 2);
  const started = await app.api("POST", "/v1/events/replay", range, bank.key);
  expect(started.status).toBe(202);
  await replayed(started.body.data);
  for (const { event } of inside) await arrived(bank, event, 3);
  expect(arrivals(bank, before.event)).toHaveLength(1);
  expect(arrivals(bank, after.event)).toHaveLength(1);
});

it("the operator gets the error of an invalid range, and nothing is sent", async () => {
  const replay = (...flags: string[]) =>
    app.admin("delivery", "replay", "--bank", healthy.id, ...flags);
  const before = healthy.receiver.received.length;
  await expect(replay()).rejects.toThrow("Pass --event, or --bank with --from and --to.");
  const swapped = ["--from", "2026-11-22T00:00:00Z", "--to", "2026-11-21T00:00:00Z"];
  await expect(replay(...swapped)).rejects.toThrow("--to: `to` must be after `from`.");
  const nowhere = ["--endpoint", "0d000000-0000-7000-8000-000000000009"];
  const range = ["--from", "2026-11-21T00:00:00Z", "--to", "2126-11-22T00:00:00Z"];
  await expect(replay(...range, ...nowhere)).rejects.toThrow(
    "--endpoint: No webhook endpoint has this ID.",
  );
  expect(healthy.receiver.received).toHaveLength(before);
});

it("a dead letter is shown with every attempt, and is delivered once replayed", async () => {
  const bank = await makeOperatedBank();
  bank.answer.status = 500;
  const { event } = await give(bank, "dead-letter");
  await settled(bank, "dead", event);
  const [letter, ...others] = await deliveries(bank, "--status", "dead");
  expect(others).toEqual([]);
  expect(letter.event_id).toBe(event);
  const codes = letter.attempts.map((attempt: { response_code: number }) => attempt.response_code);
  expect(codes).toEqual([500, 500, 500]);
  bank.answer.status = 204;
  await app.admin("delivery", "replay", "--event", event);
  await settled(bank, "delivered", event);
  const [delivered] = await deliveries(bank);
  expect(delivered).toMatchObject({ status: "delivered", delivery_id: letter.delivery_id });
  expect(new Set(arrivals(bank, event).map(({ body }) => body)).size).toBe(1);
});

it("a rotated secret: both verify for 24 hours, then only the new one", async () => {
  const bank = await makeOperatedBank();
  const rotated = await app.admin("webhook", "rotate-secret", "--endpoint", bank.endpoint);
  const hoursLeft = (Date.parse(rotated.previous_secret_expires_at) - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeCloseTo(24, 1);
  const verifies = (secret: string, { headers, body }: Receiver["received"][number]) => {
    try {
      return Boolean(verifyWebhook(secret, headers, body));
    } catch {
      return false;
    }
  };
  const during = await give(bank, "during-the-overlap");
  const [both] = await arrived(bank, during.event, 1);
  for (const secret of [bank.secret, rotated.secret]) {
    expect(both && verifies(secret, both)).toBe(true);
  }
  // Backdates this row by a day.
  await database.query(
    "update webhook_endpoint set previous_secret_expires_at = now() - interval '1 second' where id = $1",
    [bank.endpoint],
  );
  const after = await give(bank, "after-the-overlap");
  const [one] = await arrived(bank, after.event, 1);
  expect(one && verifies(rotated.secret, one)).toBe(true);
  expect(one && verifies(bank.secret, one)).toBe(false);
});

/** Re-enables a disabled endpoint: events in the meantime are stored, and arrive when replayed. */
async function expectComeback(bank: Bank, lost: string, reason: string): Promise<void> {
  await eventually(
    async () => ((await ofBank(bank)).status === "disabled" ? true : undefined),
    "the endpoint is disabled",
  );
  const disabled = await endpointOf(bank);
  expect(disabled.disabled_reason).toBe(reason);
  const { emails } = await app.admin("email", "list", "--to", "ops@bank.example");
  expect(emails.some(({ text }: { text: string }) => text.includes(bank.receiver.url))).toBe(true);

  const before = bank.receiver.received.length;
  const meanwhile = await give(bank, "meanwhile");
  expect(await deliveries(bank)).toContainEqual(
    expect.objectContaining({ event_id: meanwhile.event, status: "skipped" }),
  );
  // A disabled endpoint gets nothing.
  const withoutEndpoint = await app.admin("delivery", "replay", "--event", meanwhile.event);
  expect(withoutEndpoint.deliveries).toBe(0);
  expect(bank.receiver.received).toHaveLength(before);

  bank.answer.status = 204;
  const enabled = await app.admin("webhook", "enable", "--endpoint", bank.endpoint);
  expect(enabled.status).toBe("enabled");
  expect(await ofBank(bank)).toMatchObject({ disabled_reason: null, failing_since: null });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 60_000).toISOString();
  const flags = ["--from", from, "--to", to, "--endpoint", bank.endpoint];
  await replayed(await app.admin("delivery", "replay", "--bank", bank.id, ...flags));
  await settled(bank, "delivered", lost, meanwhile.event);
  const next = await give(bank, "next");
  await arrived(bank, next.event, 1);
}

it("an endpoint that is gone (410) is disabled at once, and comes back", async () => {
  const bank = await makeOperatedBank();
  bank.answer.status = 410;
  const { event } = await give(bank, "gone");
  await expectComeback(bank, event, "it responded with 410 Gone");
});

it("an endpoint that has failed for five days is disabled, and comes back", async () => {
  const bank = await makeOperatedBank();
  bank.answer.status = 503;
  const { event } = await give(bank, "failing");
  await settled(bank, "dead", event);
  expect((await ofBank(bank)).status).toBe("enabled");
  // Backdates this row by five days.
  await database.query(
    "update webhook_endpoint set failing_since = now() - interval '5 days' where id = $1",
    [bank.endpoint],
  );
  await app.admin("delivery", "replay", "--event", event);
  await expectComeback(bank, event, "it hasn’t accepted a delivery in five days");
});

it("a push with an exhausted schedule is flagged, keeps retrying, and is unflagged when it completes", async () => {
  const platform = await startPlatform();
  const school = "duke";
  await configureRestPlatform(app, school, platform.config);
  await platform.behave("nonsense");
  const id = await donate(app, healthy.key, "flagged", { school_id: school });
  await eventually(async () => {
    const { rows } = await database.query(
      "select 1 from credit where donation_id = $1 and flagged_at is not null",
      [id],
    );
    return rows.length > 0 || undefined;
  }, "it is flagged");
  const stuck = await app.admin("donation", "show", "--donation", id);
  expect(stuck).toMatchObject({ status: "pending" });
  expect(stuck.credit.last_error).toContain("an invalid response");
  await platform.behave("ok");
  await eventually(
    async () => ((await statusOf(healthy, id)) === "completed" ? true : undefined),
    "it completes",
  );
  const done = await app.admin("donation", "show", "--donation", id);
  expect(done.credit).toMatchObject({ flagged_at: null, last_error: null });
  await platform.stop();
});
