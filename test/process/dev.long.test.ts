/** `npm run dev`: the same service as `npm start`, with pages compiled on demand. */
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "./application.ts";
import { CheckedOut, makeCheckout } from "./checkout.ts";
import { productionSettings } from "./deployed.ts";

const folder = makeCheckout();
const app = new CheckedOut(folder, "dev");

beforeAll(() => app.start());
afterAll(async () => {
  await app.stop();
  await app.remove();
});

const HEADING = "Game on.";
const textOf = async (path: string) => (await fetch(`${app.base}${path}`)).text();

it("serves the pages, each with a policy that lets the development server work", async () => {
  const response = await fetch(`${app.base}/`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("'unsafe-eval'");
  expect(await response.text()).toContain(HEADING);
});

it("serves the API in its own format, and completes a gift", async () => {
  const refused = await fetch(`${app.base}/v1/schools`);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: { code: "API_KEY_MISSING" } });

  const body = {
    bank_transaction_ref: "in development",
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  };
  const made = (await app.bankClient().POST("/v1/donations/request", { body })).data;
  const path = { donation_id: made.donation_id };
  await eventually(async () => {
    const answer = await app.bankClient().GET("/v1/donations/{donation_id}", { params: { path } });
    return answer.data.status === "completed" || undefined;
  }, "the gift is completed");
});

it("shows an edited page, and notifies open pages", async () => {
  expect(await textOf("/")).toContain(HEADING);
  const messages: string[] = [];
  const open = new WebSocket(`${app.base.replace("http", "ws")}/_next/hmr?id=of-a-test`);
  open.onmessage = ({ data }) => messages.push(String(data));
  await eventually(() => messages.find((one) => one.includes('"sync"')), "the page is connected");

  const page = path.join(folder, "app/page.tsx");
  writeFileSync(page, readFileSync(page, "utf8").replace(HEADING, "An edited heading"));
  await eventually(
    () => messages.find((one) => one.includes("serverComponentChanges")),
    "the open page is notified",
  );
  expect(await textOf("/")).toContain("An edited heading");
});

it("keeps running when a client disconnects while its page is being compiled", async () => {
  const body = "email=nobody";
  const head = [
    "POST /forgot-password/submit HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(app.port, "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Compiling the route takes longer, so its handler has not read the body.
  await wait(500);
  socket.destroy();
  await eventually(() => /"status":499/.test(app.output) || undefined, "the disconnect is logged");
  expect((await fetch(`${app.base}/readyz`)).status).toBe(200);
});

it("refuses to start in production", async () => {
  const DATABASE_URL = "postgres://db.example/points";
  const production = new CheckedOut(folder, "dev", { ...productionSettings(), DATABASE_URL });
  expect(await production.startAndFail()).toBe(
    "npm run dev is only for a sandbox: its pages allow scripts that production forbids.\n",
  );
});

it("stops cleanly while a page is open", async () => {
  expect(await app.stop()).toBe(0);
  expect(app.output).toContain("Stopped. Your data is preserved.");
});
