/** The whole product under `next start`, with its functions run by a minimal Inngest server over HTTP. */
import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import { fieldsOf } from "../forms.ts";
import { freePort } from "../free-port.ts";
import { startInngestServer } from "../inngest-server.ts";
import { eventually } from "./application.ts";
import { donate, donationRequest } from "./bank.ts";
import { Visitor } from "./consent-visitor.ts";
import { productionSettings } from "./deployed.ts";
import { linkStatus, redeem, requestLink } from "./linking.ts";
import { NextStart } from "./next-start.ts";
import { portalTests } from "./portal.ts";
import { prepare } from "./storm.ts";

const { AUTH_SECRET, PLATFORM_CONFIG_KEY, WEBHOOK_SECRETS_KEY, IDENTITY_SECRETS_KEY } =
  productionSettings();
const keys = { event: randomBytes(16).toString("hex"), signing: randomBytes(32).toString("hex") };

const database = await createDatabase("template0");
const [port, inngestPort] = [await freePort(), await freePort()];
const settings = {
  DATABASE_URL: database.url,
  PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
  AUTH_SECRET,
  PLATFORM_CONFIG_KEY,
  WEBHOOK_SECRETS_KEY,
  IDENTITY_SECRETS_KEY,
  INNGEST_BASE_URL: `http://127.0.0.1:${inngestPort}`,
  INNGEST_EVENT_KEY: keys.event,
  INNGEST_SIGNING_KEY: keys.signing,
  ALLOW_LOOPBACK_WEBHOOKS: "true",
  TRUST_PROXY: "true",
};
const app = new NextStart(settings);
app.port = port;
let inngest: Awaited<ReturnType<typeof startInngestServer>>;
let stage: Awaited<ReturnType<typeof prepare>>;

afterAll(async () => {
  await app.remove();
  await inngest?.stop();
  await stage?.platform.stop();
  await stage?.receiver.close();
  await database.drop();
});

const readiness = async () => {
  const answer = await fetch(`${app.base}/readyz`);
  return { status: answer.status, body: await answer.json() };
};

const completes = (id: string, key = app.demoKey) =>
  eventually(async () => {
    const { body } = await app.api("GET", `/v1/donations/${id}`, undefined, key);
    return body.data.status === "completed" || undefined;
  }, `${id} completes`);

describe("exits with one sentence", () => {
  it.each([
    [{ INNGEST_BASE_URL: "", INNGEST_SIGNING_KEY: "" }, "INNGEST_SIGNING_KEY is not set"],
    [{}, "The database lacks migration 20"],
  ])("with %o", async (changes, sentence) => {
    const misconfigured = new NextStart({ ...settings, ...changes });
    const lines = (await misconfigured.startAndFail()).split("\n");
    expect(lines.filter((line) => line.startsWith(sentence))).toHaveLength(1);
    expect(lines.filter((line) => /error| {4}at /i.test(line))).toEqual([]);
    expect(await misconfigured.stop()).toBe(1);
    await misconfigured.remove();
  });
});

describe("on a database that the operator has migrated", () => {
  beforeAll(async () => {
    await app.admin("migrate");
    await app.start("/healthz");
    stage = await prepare(app);
  });

  it("refuses gifts until an Inngest server has registered the functions", async () => {
    const reason = expect.stringContaining("No engine has registered");
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { error: { details: { reason } } },
    });
    const refused = await app.api(
      ...(["POST", "/v1/donations/request", donationRequest("refused"), stage.bank.key] as const),
    );
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { code: "SERVICE_UNAVAILABLE" } },
    });

    inngest = await startInngestServer(inngestPort, keys);
    const ready = { status: 200, body: { status: "ready", oldest_waiting_job_seconds: 0 } };
    await expect.poll(readiness).toEqual(ready);
  });

  it("limits strangers' bodies to what an Inngest server may send", async () => {
    const body = "x".repeat(5 * 1024 * 1024);
    const answer = await fetch(`${app.base}/api/inngest`, { method: "POST", body });
    expect(answer.status).toBe(413);
  });

  it("pushes a gift, and notifies the bank with a signed webhook", async () => {
    const id = await donate(app, stage.bank.key, "given");
    await completes(id, stage.bank.key);
    const hook = await eventually(() => stage.receiver.received[0], "the bank is notified");
    expect(hook.payload).toMatchObject({ type: "donation.completed", data: { donation_id: id } });
    expect(await stage.platform.ledger()).toHaveLength(1);
  });

  describe("the portal's API", () => portalTests(app));

  it("accepts a gift from the portal's forms, and renders its receipt", async () => {
    const visitor = new Visitor(app);
    const { demonstration } = app;
    const form = await visitor.signIn("/give/ohio-state", demonstration);
    // The first account's bank would be asked at an address where nothing answers here.
    const accounts = form.html.matchAll(/<input[^>]*name="loyalty_account_id"[^>]*>/g);
    const [, account = ""] = /value="([^"]+)"/.exec([...accounts].at(-1)?.[0] ?? "") ?? [];
    const entered = { ...fieldsOf(form.html), loyalty_account_id: account, amount: "25" };
    const review = await visitor.submit("/give/ohio-state/draft", entered);
    const { html } = await visitor.open(review);
    const [, action = ""] = /action="(\/give\/confirm[^"]*)"/.exec(html) ?? [];
    const shown = await visitor.submit(action, fieldsOf(html));
    const [, id = ""] = /^\/donations\/([^?]+)\?new=1$/.exec(shown) ?? [];
    const isConfirmed = async () => (await visitor.open(shown)).html.includes("Confirmed");
    await expect.poll(isConfirmed, { timeout: 15_000 }).toBe(true);
    expect((await visitor.open(shown)).html).toContain("$25");
    const pdf = await visitor.send(`/donations/${id}/receipt/pdf`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  });

  it("accepts a gift from the embedded flow", async () => {
    const customer = {
      bank_user_id: "embedded",
      display_name: "Pat Sample",
      email: "e@bank.example",
    };
    const linked = await app.api("POST", "/v1/accounts/link", {
      ...customer,
      loyalty_program_id: "gold-rewards",
    });
    const { body } = await app.api("POST", "/v1/embed/token", {
      service_user_id: linked.body.data.service_user_id,
      school_id: "ohio-state",
    });
    const token = body.data.embed_token;
    const opened = await fetch(`${app.base}/embed/session?${new URLSearchParams({ token })}`);
    const send = async (fields: Record<string, string>) => {
      const sent = new URLSearchParams({ token, ...fields });
      const headers = { Origin: "null" };
      const init = { method: "POST", headers, body: sent };
      return (await fetch(`${app.base}/embed/session`, init)).text();
    };
    const review = await send({ ...fieldsOf(await opened.text()), amount: "30", do: "review" });
    expect(await send({ ...fieldsOf(review), do: "give" })).toContain("Thank you!");
    const { body: list } = await app.api("GET", "/v1/donations?limit=1");
    expect(list.data[0]).toMatchObject({ channel: "embed", dollar_amount: 30 });
    await completes(list.data[0].donation_id);
  });

  it("links an account with its cardholder's consent", async () => {
    const link = await requestLink(app);
    const back = await new Visitor(app).approve(link.url, app.demonstration);
    await redeem(app, link, back);
    expect(await linkStatus(app, link.id)).toBe("active");
  });

  it("accepts gifts while the Inngest server is down, reports it, and pushes them once it is back", async () => {
    await inngest.goAway();
    const id = await donate(app, stage.bank.key, "away");
    const away = async () => (await readiness()).body.inngest === "jobs not accepted" || undefined;
    await eventually(away, "it reports that");
    expect((await readiness()).status).toBe(200);
    await inngest.comeBack();
    await completes(id, stage.bank.key);
  });

  it("sends a request's jobs before the instance may be frozen", async () => {
    const id = await donate(app, stage.bank.key, "last");
    await app.stop("SIGTERM");
    expect(JSON.stringify(inngest.events)).toContain(id);
  });

  it("a sweep sends another instance's leftover jobs before the instance may be frozen", async () => {
    await app.start();
    await eventually(
      async () => ((await readiness()).body.inngest ? undefined : true),
      "registered",
    );
    const id = randomUUID();
    await onDatabase(
      "insert into outbox (id, name, data) values ($1, 'email/send.requested', $2)",
      [id, { email_id: id }],
    );
    const ended = inngest.outcomes.length;
    inngest.tick("points-to-donation-sweep-unfinished");
    await eventually(() => inngest.outcomes[ended], "the sweep ends");
    await app.stop("SIGTERM");
    expect(inngest.events.map((event) => event.id)).toContain(id);
  });
});

async function onDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}
