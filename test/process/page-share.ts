/** Pages use a share of the database connections, so one reader's pages don't delay other requests. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "./application.ts";
import { donate } from "./bank.ts";
import { app } from "./quick-retries.ts";

/** More than there are connections. */
const READERS = 20;
let cookie: string;
let database: pg.Client;

beforeAll(async () => {
  const { email, password } = app.demonstration;
  const answer = await fetch(`${app.base}/signin/submit`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: app.base, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, password }),
  });
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  // From then on, the process knows the cookie's owner.
  expect((await open("/home")).status).toBe(200);
  database = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await database.connect();
});

afterAll(() => database?.end());

const open = (page: string, headers = { Cookie: cookie }) =>
  fetch(app.base + page, { redirect: "manual", headers });

/** The number of the application's statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await database.query(
    `select count(*)::int as n from pg_stat_activity
     where application_name = 'points-to-donation' and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}

it.each([
  ["one person's", "/home", "followed_school", () => ({ Cookie: cookie })],
  ["strangers'", "/", "school_total", () => ({ Cookie: "none=1" })],
])("a bank's donation is accepted while %s pages wait", async (_, page, table, headers) => {
  await database.query("begin");
  await database.query(`lock table ${table} in access exclusive mode`);
  const pages = Array.from({ length: READERS }, () => open(page, headers()));
  try {
    await eventually(async () => ((await waiting()) >= 2 ? true : undefined), "pages wait");
    for (let n = 0; n < 3; n++) await donate(app, app.demoKey, `beside-${table}-${n}`);
  } finally {
    await database.query("rollback");
    await Promise.allSettled(pages);
  }
  for (const page of pages) expect([200, 503]).toContain((await page).status);
});
