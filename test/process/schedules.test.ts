import { afterAll, beforeAll, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { prepare } from "./storm.ts";

const app = new Application({
  PUSH_RETRY_SCHEDULE: "0s,100ms,200ms",
  WEBHOOK_RETRY_SCHEDULE: "0s,100ms,200ms",
});
let stage: Awaited<ReturnType<typeof prepare>>;
/** How the receiver answers. */
let status = 204;

beforeAll(async () => {
  await app.start();
  stage = await prepare(app, { answer: () => ({ status }) });
}, 240_000);

afterAll(async () => {
  await app.remove();
  await stage.platform.stop();
  await stage.receiver.close();
}, 240_000);

async function donate(reference: string): Promise<string> {
  const { body } = await app.api(
    "POST",
    "/v1/donations/request",
    {
      bank_transaction_ref: reference,
      dollar_amount: 25,
      school_id: stage.school,
      fund_designation: "annual-fund",
    },
    stage.bank.key,
  );
  return body.data.donation_id;
}

const shown = (id: string) => app.admin("donation", "show", "--donation", id);

it("a push whose schedule has run out is flagged, goes on, and loses the flag when it completes", async () => {
  await stage.platform.behave("nonsense");
  const id = await donate("flagged");
  const stuck = await eventually(async () => {
    const donation = await shown(id);
    return donation.credit.flagged_at ? donation : undefined;
  }, "it is flagged");
  expect(stuck).toMatchObject({ status: "pending" });
  expect(stuck.credit.last_error).toContain("does not make sense");
  await stage.platform.behave("ok");
  const done = await eventually(async () => {
    const donation = await shown(id);
    return donation.status === "completed" ? donation : undefined;
  }, "it completes");
  expect(done.credit).toMatchObject({ flagged_at: null, last_error: null });
}, 240_000);

it("an event that nobody takes becomes a dead letter, and arrives under its own id once replayed", async () => {
  status = 500;
  const id = await donate("dead-letter");
  const deliveryOf = async () => (await shown(id)).events[0]?.deliveries[0];
  const dead = await eventually(async () => {
    const delivery = await deliveryOf();
    return delivery?.status === "dead" ? delivery : undefined;
  }, "it is given up");
  const codes = dead.attempts.map((attempt: { response_code: number }) => attempt.response_code);
  expect(codes).toEqual([500, 500, 500]);
  status = 204;
  const { event_id: eventId } = (await shown(id)).events[0];
  expect(await app.admin("delivery", "replay", "--event", eventId)).toMatchObject({
    deliveries: 1,
  });
  await eventually(
    async () => ((await deliveryOf())?.status === "delivered" ? true : undefined),
    "it is delivered",
  );
  const received = stage.receiver.received.filter(({ id: webhookId }) => webhookId === eventId);
  expect(received).toHaveLength(4);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
}, 240_000);

it("signs with both secrets after a rotation", async () => {
  const [endpoint] = (await app.admin("webhook", "list", "--bank", stage.bank.id)).endpoints;
  const old = stage.receiver.settings.secret;
  const rotated = await app.admin("webhook", "rotate-secret", "--endpoint", endpoint.endpoint_id);
  for (const secret of [old, rotated.secret]) {
    stage.receiver.settings.secret = secret;
    const id = await donate(`rotated-${secret.slice(-8)}`);
    const told = await eventually(
      () => stage.receiver.received.find((r) => r.payload?.data.donation_id === id),
      "it verifies",
    );
    expect(told.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  }
}, 240_000);
