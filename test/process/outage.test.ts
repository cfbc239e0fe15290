import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Application, eventually, SHIPPED_TIMEOUT } from "./application.ts";
import { outagePageTests } from "./outage-pages.ts";
import { METRICS_TOKEN, scrape } from "./scrape.ts";

const app = new Application({ ...SHIPPED_TIMEOUT, METRICS_TOKEN });
beforeAll(() => app.start());
afterAll(() => app.remove());

describe("pages", () => outagePageTests(app));

const donate = (reference: string) =>
  app.api("POST", "/v1/donations/request", {
    bank_transaction_ref: reference,
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  });

it("answers 503 in our format within about two seconds while Postgres doesn't respond, and recovers", async () => {
  expect((await donate("before")).status).toBe(202);
  await app.signalPostgres("SIGSTOP");
  try {
    // The responses arrive before Postgres resumes.
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => donate(`frozen-${n}`)));
    for (const { status, body } of answers) {
      expect(status).toBe(503);
      expect(body.error.code).toBe("SERVICE_UNAVAILABLE");
    }
  } finally {
    await app.signalPostgres("SIGCONT");
  }
  const after = await eventually(async () => {
    const answer = await donate("after-freeze");
    return answer.status === 503 ? undefined : answer;
  }, "the service accepts donations again");
  expect(after.status).toBe(202);
});

it("recovers without a restart after kill -9 of Postgres, and completes what it had accepted", async () => {
  const accepted = await donate("before-kill");
  await app.killPostgres();
  await wait(100);
  const during = await donate("during-kill").catch(() => undefined);
  expect([503, 202, 409]).toContain(during?.status);
  const done = await eventually(async () => {
    const { status, body } = await app.api(
      "GET",
      `/v1/donations/${accepted.body.data.donation_id}`,
    );
    return status === 200 && body.data.status === "completed" ? body.data : undefined;
  }, "the donation completes");
  expect(done.status).toBe("completed");
  expect((await donate("after-kill")).status).toBe(202);
});

it("OAuth answers 503 during a database outage, and recovers", async () => {
  await app.signalPostgres("SIGSTOP");
  try {
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: "x",
      redirect_uri: "https://bank.example/linked",
      client_id: "bank",
      client_secret: "x",
    });
    const response = await fetch(`${app.base}/oauth/token`, { method: "POST", body });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("2");
    const html = { headers: { Accept: "text/html" } };
    const page = await fetch(`${app.base}/oauth/auth?client_id=bank`, html);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("Nothing is lost");
  } finally {
    await app.signalPostgres("SIGCONT");
  }
  expect((await fetch(`${app.base}/oauth/jwks`)).status).toBe(200);
});

it("during a database outage, metrics of the process respond within about two seconds, and it is live but not ready", async () => {
  expect((await donate("counted")).status).toBe(202);
  await app.signalPostgres("SIGSTOP");
  try {
    // Several concurrently. The responses arrive before Postgres resumes.
    const all = await Promise.all([1, 2, 3].map(() => scrape(app)));
    for (const read of all) {
      expect(read("points_database_up")).toBe(0);
      expect(read("points_donations_pending")).toBeUndefined();
      expect(read('points_donations_accepted_total{channel="bank"}')).toBeGreaterThan(0);
      expect(read("process_resident_memory_bytes")).toBeGreaterThan(0);
    }
    const ask = async (path: string) => (await fetch(app.base + path)).status;
    expect(await ask("/healthz")).toBe(200);
    expect(await ask("/readyz")).toBe(503);
  } finally {
    await app.signalPostgres("SIGCONT");
  }
  await eventually(async () => {
    const read = await scrape(app);
    return read("points_database_up") === 1 && read("points_donations_pending") !== undefined
      ? true
      : undefined;
  }, "the database is up again");
});
