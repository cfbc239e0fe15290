import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "./application.ts";
import { scrape } from "./scrape.ts";
import { prepare } from "./storm.ts";
import { first as app, second as other } from "./two-processes.ts";

let stage: Awaited<ReturnType<typeof prepare>>;
beforeAll(async () => {
  stage = await prepare(app);
});
afterAll(async () => {
  await stage?.platform.stop();
  await stage?.receiver.close();
});

const donate = (reference: string, by = app) =>
  by.api(
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

/** The sum over both processes, since either may have done the work. */
async function sum(series: string): Promise<number> {
  const [one, two] = await Promise.all([scrape(app), scrape(other)]);
  return (one(series) ?? 0) + (two(series) ?? 0);
}

it("counts donations as they are accepted and settled", async () => {
  for (let n = 0; n < 4; n++) expect((await donate(`moving-${n}`)).status).toBe(202);
  const settled = 'points_donations_settled_total{outcome="completed"}';
  await eventually(async () => ((await sum(settled)) === 4 ? true : undefined), "all are settled");
  const delivered = 'points_webhook_attempts_total{outcome="delivered"}';
  // The demo bank may be told of a closed statement at the same time.
  await eventually(async () => (await sum(delivered)) >= 4 || undefined, "all are delivered");
  // The accepting process counts, regardless of which process pushes.
  const here = await scrape(app);
  expect(here('points_donations_accepted_total{channel="bank"}')).toBe(4);
  expect(here('points_donation_cents_accepted_total{channel="bank"}')).toBe(10_000);
  const there = await scrape(other);
  expect(there('points_donations_accepted_total{channel="bank"}')).toBe(0);
  expect(await sum('points_donation_cents_settled_total{outcome="completed"}')).toBe(10_000);
  expect(await sum('points_donation_settling_seconds_count{outcome="completed"}')).toBe(4);
  expect(await sum('points_push_attempts_total{adapter="rest",outcome="credited"}')).toBe(4);
  expect(
    here(
      'points_http_request_seconds_count{route="/v1/donations/request",method="POST",status="2xx"}',
    ),
  ).toBe(4);
  for (const read of [here, there]) {
    expect(read("points_database_up")).toBe(1);
    expect(read("points_donations_pending")).toBe(0);
    expect(read("points_donations_flagged")).toBe(0);
  }
});

it("every process shows stuck work, and its recovery", async () => {
  await stage.platform.behave("unavailable");
  const held = [await donate("held-1"), await donate("held-2", other)];
  expect(held.map(({ status }) => status)).toEqual([202, 202]);
  const oldest = "points_donations_oldest_pending_seconds";
  const first = await eventually(async () => {
    const read = await scrape(app);
    return read("points_donations_flagged") === 2 ? read : undefined;
  }, "both are flagged");
  expect(first("points_donations_pending")).toBe(2);
  const later = await eventually(async () => {
    const read = await scrape(other);
    return (read(oldest) ?? 0) > (first(oldest) ?? 0) + 1 ? read : undefined;
  }, "the oldest gets older");
  expect(later("points_donations_pending")).toBe(2);
  expect(later("points_donations_flagged")).toBe(2);
  const failed = await sum('points_push_attempts_total{adapter="rest",outcome="unavailable"}');
  expect(failed).toBeGreaterThanOrEqual(2 * 4);
  // Between two probes of the platform.
  await eventually(
    async () => (await sum("points_circuit_breakers_open")) > 0 || undefined,
    "a circuit breaker is open",
  );
  await stage.platform.behave("ok");
  await eventually(async () => {
    const read = await scrape(other);
    const done = read("points_donations_pending") === 0 && read("points_donations_flagged") === 0;
    return done && read(oldest) === 0 ? true : undefined;
  }, "nothing is pending or flagged anymore");
  expect(await sum('points_donations_settled_total{outcome="completed"}')).toBe(6);
});

it("contains no ID of a bank, a school, or a donation", async () => {
  const { body } = await donate("labels");
  const { text } = await scrape(app);
  for (const id of [stage.bank.id, stage.school, body.data.donation_id]) {
    expect(text).not.toContain(id);
  }
});
