import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";

const app = new Application();
beforeAll(() => app.start());
afterAll(() => app.remove());

it("the sweep finds a donation whose run was lost, and completes it", async () => {
  const { body } = await app.api("POST", "/v1/donations/request", {
    bank_transaction_ref: "lost-run",
    dollar_amount: 25.92,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  });
  const id = body.data.donation_id;
  const client = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await client.connect();
  await eventually(async () => {
    const { rows } = await client.query(
      "select 1 from credit where donation_id = $1 and attempt_count > 0",
      [id],
    );
    return rows[0];
  }, "the first attempt has failed");
  // The engine loses all state, and the next attempt is overdue.
  await client.query("delete from executor_run where function_id like '%push-donation-credits%'");
  await client.query(
    "update credit set next_attempt_at = now() - interval '6 minutes' where donation_id = $1",
    [id],
  );
  const done = await eventually(
    async () => {
      const answer = await app.api("GET", `/v1/donations/${id}`);
      return answer.body.data.status === "completed" ? answer.body.data : undefined;
    },
    "the sweep finds it",
    120_000,
  );
  expect(done.school_confirmation_id).toMatch(/^[A-Z]+-\d\d-\d{6,}$/);
  const { rows } = await client.query("select generation from credit where donation_id = $1", [id]);
  expect(rows[0].generation).toBeGreaterThan(0);
  await client.end();
});
