/** What the log says about a donation and a page, and that it contains no personal data. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "./application.ts";
import { app } from "./quick-retries.ts";
import { prepare } from "./storm.ts";

/** A separate school, since another run may still retry one that was pushed to before. */
const SCHOOL = "michigan";
let stage: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  const answer = (nth: number) => ({ status: nth === 1 ? 503 : 204 });
  stage = await prepare(app, { answer, school: SCHOOL });
});

afterAll(async () => {
  await stage?.platform.stop();
  await stage?.receiver.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the test says which fields it reads.
type Line = Record<string, any>;

/** What an operator's grep finds. */
const grep = (text: string): Line[] =>
  app.output
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes(text))
    .map((line) => JSON.parse(line));

const PERSON = {
  email: "pat.trail@example.com",
  display_name: "Pat Trailwood",
  phone: "+1 614 555 0143",
};
const MESSAGE = "For the marching band, from all of us";

async function give() {
  const linked = await app.api(
    "POST",
    "/v1/accounts/link",
    { ...PERSON, bank_user_id: "user-of-the-trail", loyalty_program_id: "gold" },
    stage.bank.key,
  );
  const requestId = `trail-${randomUUID()}`;
  const answer = await fetch(`${app.base}/v1/donations/request`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-service-api-key": stage.bank.key,
      "x-request-id": requestId,
    },
    body: JSON.stringify({
      bank_transaction_ref: "ref-of-the-trail",
      service_user_id: linked.body.data.service_user_id,
      dollar_amount: 25,
      points_redeemed: 2500,
      school_id: stage.school,
      fund_designation: "annual-fund",
      cardholder_message: MESSAGE,
    }),
  });
  expect(answer.status).toBe(202);
  return requestId;
}

it("links a request by its donation's ID to its runs, credit, event, and webhook", async () => {
  await stage.platform.behave("unavailable", 1);
  const requestId = await give();
  const request = await eventually(() => grep(requestId)[0], "the request's line");
  expect(grep(requestId)).toHaveLength(1);
  expect(request).toMatchObject({
    msg: "request",
    method: "POST",
    route: "/v1/donations/request",
    status: 202,
    ms: expect.any(Number),
    bank_id: stage.bank.id,
  });
  const donationId = request.donation_id;
  const delivered = await eventually(
    () => grep(donationId).find(({ outcome }) => outcome === "delivered"),
    "the bank is notified",
  );
  // Every line has this ID.
  const [refused, credited] = grep(donationId).filter(({ msg }) => msg === "push");
  expect(refused).toMatchObject({
    outcome: "unavailable",
    reason: expect.stringContaining("503"),
    function: "points-to-donation-push-donation-credits",
  });
  const [book] = await stage.platform.ledger();
  expect(credited).toMatchObject({
    outcome: "credited",
    run_id: expect.any(String),
    school_id: stage.school,
    adapter: "rest",
    credit_id: book?.credit.credit_id,
    event_id: stage.receiver.received[0]?.id,
  });
  expect(delivered).toMatchObject({
    event_id: credited?.event_id,
    function: "points-to-donation-deliver-webhooks",
    bank_id: stage.bank.id,
    code: 204,
  });
  expect(delivered.run_id).not.toBe(credited?.run_id);
  const attempts = grep(delivered.delivery_id).filter(({ msg }) => msg === "delivery");
  expect(attempts.map(({ outcome, code }) => [outcome, code])).toEqual([
    ["refused", 503],
    ["delivered", 204],
  ]);
  // The executor's lines, too: each names its run, which is for a group, and its function.
  const { function: name } = credited as Line;
  // A failing school continues in a separate run: both can be traced.
  for (const runId of [refused?.run_id, credited?.run_id]) {
    const calls = grep(`"run_id":"${runId}"`).filter(({ msg }) => msg.startsWith("run: "));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toMatchObject({ function: name });
  }
});

it("names pages by route, with the response's request ID", async () => {
  const answer = await fetch(`${app.base}/schools/ohio-state?secret=of-the-address`, {
    redirect: "manual",
  });
  const id = answer.headers.get("x-request-id") as string;
  const line = await eventually(() => grep(id)[0], "the page's line");
  expect(line).toMatchObject({ msg: "request", method: "GET", route: "/schools/[school_id]" });
  expect(app.output).not.toContain("of-the-address");
});

it("contains no names, addresses, messages, or secrets", async () => {
  const secrets = JSON.parse(readFileSync(path.join(app.dataDir, "secrets.json"), "utf8"));
  const never = {
    ...PERSON,
    message: MESSAGE,
    key: stage.bank.key,
    webhook: stage.receiver.settings.secret,
    url: stage.receiver.url,
    platformKey: stage.platform.config.apiKey,
    ...secrets,
  };
  for (const [name, value] of Object.entries<string>(never)) {
    expect(app.output.includes(value), `${name} stands in the log`).toBe(false);
  }
});
