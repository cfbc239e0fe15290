/** The guides for banks match the product; their shell blocks run in test/process/guides.long.test.ts. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, it } from "vitest";
import { contracts, webhooks } from "#app/openapi.json/contracts.ts";
import { MAX_ACCOUNTS } from "#lib/accounts/bank-and-person.ts";
import { MAX_A_DAY, MAX_LINES } from "#lib/comparisons/contract.ts";
import { db } from "#lib/database/prisma.ts";
import { REQUESTED } from "#lib/donations/authorize/contract.ts";
import { readEnv } from "#lib/env.ts";
import { ERRORS, type ErrorCode, VIOLATION_TYPES } from "#lib/errors.ts";
import { exampleOf } from "#lib/http/openapi.ts";
import { errorCodesOf } from "#lib/http/openapi-responses.ts";
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import { MAX_DAYS } from "#lib/reconciliation/contract.ts";
import { MAX_ADDED_A_DAY, MAX_ENDPOINTS } from "#lib/webhooks/endpoints/contract.ts";
import { MAX_REPLAYED } from "#lib/webhooks/replay/contract.ts";
import { makeBank, makeSchool } from "#test/factories.ts";
import { freePort } from "#test/free-port.ts";
import { serveAuthorization } from "#test/oauth.ts";
import { eventually } from "#test/process/application.ts";

const guide = "start donations events errors limits comparison webhooks gift-approval certification python"
  .split(" ")
  .map((name) => readFileSync(path.join(import.meta.dirname, `${name}.md`), "utf8"))
  .join("\n");
const examples = path.join(import.meta.dirname, "examples");

/** The code blocks in one language. */
function blocksOf(language: string): string[] {
  const blocks = guide.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, name, text = ""]) => (name === language ? [text] : []));
}

/** The rows of the table with this head, cell by cell. */
function tableUnder(head: string): string[][] {
  const [, rows = ""] = guide.split(`${head}\n`);
  const [, ...lines] = (rows.split("\n\n")[0] ?? "").split("\n");
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

const inBackticks = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");

describe("the guides", () => {
  it("explains every error code that a bank can receive, under its status", () => {
    const documented = tableUnder("| Status | Code | What to do |").flatMap(([status, codes]) =>
      inBackticks(codes).map((code) => `${status} ${code}`),
    );
    const ofBanks = contracts.filter(({ auth }) => auth === "key");
    const codes = new Set<ErrorCode>(ofBanks.flatMap(errorCodesOf));
    for (const code of ["NOT_FOUND", "METHOD_NOT_ALLOWED"] as const) codes.add(code);
    expect(documented.sort()).toEqual(
      [...codes].map((code) => `${ERRORS[code].status} ${code}`).sort(),
    );
  });

  it("lists every violation type except the portal's", () => {
    const [, list] = guide.split("All violation types: ");
    const documented = inBackticks(list?.split("\n\n")[0]);
    expect([...documented, "loyalty_account_not_found"].sort()).toEqual(
      [...VIOLATION_TYPES].sort(),
    );
  });

  it("explains every event type", () => {
    const documented = tableUnder("| `type` | What to do |").map(([type]) => inBackticks(type)[0]);
    expect(documented.sort()).toEqual(webhooks.map(({ type }) => type).sort());
  });

  it("shows the authorization request as the reference does", () => {
    const shown = blocksOf("json").map((text) => JSON.parse(text));
    const requested = webhooks.filter(({ type }) => type === REQUESTED);
    expect(shown.filter(({ type }) => type === REQUESTED)).toEqual(
      requested.map(({ body }) => exampleOf(body)),
    );
  });

  it("states the default limits", () => {
    const text = guide.replace(/\s+/g, " ");
    const { maxDonationCents, rateLimitPerKey, webhookRetryScheduleMs } = readEnv({});
    expect(text).toContain(`at most ${MAX_ENDPOINTS} endpoints`);
    expect(text).toContain(`at most ${MAX_ADDED_A_DAY} within 24 hours`);
    expect(text).toContain(`at most ${MAX_REPLAYED.toLocaleString("en-US")} events`);
    expect(text).toContain(`at most ${(maxDonationCents / 100).toLocaleString("en-US")}`);
    expect(text).toContain(`${rateLimitPerKey} requests a second`);
    expect(text).toContain(`q=${2 * rateLimitPerKey};w=2`);
    const waits = webhookRetryScheduleMs.slice(1).map(inWords);
    const listed = `${waits.slice(0, -1).join(", ")}, and ${waits.at(-1)}`;
    expect(text).toContain(`Retries follow after ${listed}`);
  });

  it("states every limit of its table", () => {
    const number = (value: number) => value.toLocaleString("en-US");
    const { maxDonationCents, maxDailyGiftsPerAccount } = readEnv({});
    expect(Object.fromEntries(tableUnder("| What | At most |"))).toMatchObject({
      "A request's body": `${MAX_BODY_BYTES / 1_024} KiB; for a comparison 16 MiB`,
      "One donation": `$${number(maxDonationCents / 100)}`,
      "Donations of one account in a day (UTC)": number(maxDailyGiftsPerAccount),
      "Webhook endpoints": `${MAX_ENDPOINTS}; added within 24 hours: ${MAX_ADDED_A_DAY}`,
      "Replays at a time": `2, of ${number(MAX_REPLAYED)} events each`,
      "Accounts that share an email address": `${MAX_ACCOUNTS}`,
      "Comparisons in a day": `${MAX_A_DAY}, of ${number(MAX_LINES)} lines and ${MAX_DAYS} days each`,
    });
  });

  it("shows every sample program exactly as in its file", () => {
    const languages = ["js", "python", "go", "java", "ruby", "php"];
    const shown = languages.flatMap(blocksOf).sort();
    const files = readdirSync(examples).map((file) =>
      readFileSync(path.join(examples, file), "utf8"),
    );
    expect(shown).toEqual(files.sort());
  });
});

/** 300000 → "5 min" */
function inWords(ms: number): string {
  const units = [
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
  ] as const;
  const [size, unit] = units.find(([length]) => ms % length === 0) ?? [1, "ms"];
  return `${ms / size} ${unit}`;
}

type Delivery = { secret: string; id: string; timestamp: string; signature: string; body: string };

/** Deliveries a bank may receive, and whether it has to accept them. */
function deliveries(): [name: string, genuine: boolean, delivery: Delivery][] {
  const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
  const [secret, other] = [makeSecret(), makeSecret()];
  const id = "01989a65-0b7e-7a90-b0d5-3c1f7c1d2e33";
  const body = JSON.stringify({
    type: "donation.completed",
    data: { message: "Für Ohio State 🏈" },
  });
  const sign = (by: string, at: Date) => new Webhook(by).sign(id, at, body);
  const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1_000));
  const minutesAway = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const sentAt = (at: Date) => ({
    secret,
    id,
    timestamp: secondsOf(at),
    signature: sign(secret, at),
    body,
  });
  const now = new Date();
  const valid = sentAt(now);
  const [, bare = ""] = valid.signature.split(",");
  const two = `${sign(other, now)} ${valid.signature}`;
  return [
    ["as it was sent", true, valid],
    ["four minutes old", true, sentAt(minutesAway(-4))],
    ["two signatures, the second by this secret", true, { ...valid, signature: two }],
    ["a changed body", false, { ...valid, body: body.replace("completed", "failed") }],
    ["another id", false, { ...valid, id: id.replace("0", "1") }],
    ["another timestamp", false, { ...valid, timestamp: secondsOf(minutesAway(1)) }],
    ["a foreign secret", false, { ...valid, signature: sign(other, now) }],
    ["six minutes old", false, sentAt(minutesAway(-6))],
    ["six minutes ahead", false, sentAt(minutesAway(6))],
    ["a timestamp that is no number", false, { ...valid, timestamp: "now" }],
    ["no signature", false, { ...valid, signature: "" }],
    ["a signature of another version", false, { ...valid, signature: `v2,${bare}` }],
    ["the beginning of a signature", false, { ...valid, signature: valid.signature.slice(0, 9) }],
  ];
}

/** Runs a program to its end. */
async function run(command: string[], options: { input?: string; env?: Record<string, string> }) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: examples, env: { ...process.env, ...options.env } });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  // A program that rejects by the headers alone may exit before it has read the body.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const [code] = await once(child, "close");
  return { code, output };
}

/** Whether a program is installed on this machine and runs. */
async function isHere(command: string[]): Promise<boolean> {
  return run(command, {}).then(
    ({ code }) => code === 0,
    () => false,
  );
}

const compiled = mkdtempSync(path.join(tmpdir(), "points-guide-"));
afterAll(() => rmSync(compiled, { recursive: true }));
/** Compiled once, and without the compilers that pay off later: each delivery starts a machine of its own. */
const JAVAC = ["javac", "-d", compiled, "VerifyWebhook.java"];
const JAVA = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", compiled];

/** Language, command that prints its version, command that runs the program, command that compiles it before. */
const PROGRAMS: [string, string[], string[], string[]?][] = [
  ["Python", ["python3", "--version"], ["python3", "verify-webhook.py"]],
  ["Go", ["go", "version"], ["go", "run", "verify-webhook.go"]],
  ["Java", ["javac", "-version"], [...JAVA, "VerifyWebhook"], JAVAC],
  ["Ruby", ["ruby", "--version"], ["ruby", "verify-webhook.rb"]],
  ["PHP", ["php", "--version"], ["php", "verify-webhook.php"]],
];

describe("the sample programs accept genuine deliveries and reject all others", () => {
  it.for(PROGRAMS)("%s", async ([language, version, command, compile], { skip }) => {
    if (!(await isHere(version))) skip(`${language} is not installed on this machine`);
    if (compile) expect(await run(compile, {})).toEqual({ code: 0, output: "" });
    for (const [name, genuine, delivery] of deliveries()) {
      const { secret, id, timestamp, signature, body } = delivery;
      const { code, output } = await run([...command, id, timestamp, signature], {
        input: body,
        env: { WEBHOOK_SECRET: secret },
      });
      expect({ name, code, output }).toEqual({
        name,
        code: genuine ? 0 : 1,
        output: genuine ? "verified\n" : expect.stringMatching(/^refused: ./),
      });
    }
  });

  it("JavaScript, which processes each delivery once", async () => {
    const sent = deliveries();
    const port = await freePort();
    const receiver = startReceiver(port, sent[0]?.[2].secret ?? "");
    try {
      await eventually(() => post(port).catch(() => undefined), "the receiver listens");
      receiver.output = "";
      for (const [name, genuine, delivery] of sent) {
        expect([name, await post(port, delivery)]).toEqual([name, genuine ? 204 : 400]);
      }
      expect(receiver.output.match(/^verified donation\.completed/gm)).toHaveLength(1);
      expect(receiver.output.match(/^already processed/gm)).toHaveLength(2);
    } finally {
      receiver.child.kill();
    }
  });
});

it("the bank in Python donates once, says why it's refused, and reads the day", async ({
  skip,
}) => {
  if (!(await isHere(["python3", "--version"]))) skip("Python is not installed on this machine");
  const { key, bankId } = await makeBank();
  const school = await makeSchool();
  const service = await serveAuthorization();
  const env = { SERVICE_URL: service.base, API_KEY: key };
  const donate = (reference: string, dollars: string) =>
    run(["python3", "bank.py", reference, dollars, school, "annual-fund"], { env });
  try {
    const first = await donate("tx-1", "19.99");
    const [donation] = await db().donation.findMany({ where: { bankId } });
    expect(first).toEqual({ code: 0, output: `${donation?.id}\ntx-1 pending 19.99\n` });
    expect(await donate("tx-1", "19.99")).toEqual(first);
    const other = await donate("tx-1", "20");
    expect([other.code, other.output]).toEqual([
      1,
      expect.stringContaining("409 DONATION_DUPLICATE"),
    ]);
    expect((await donate("tx-2", "0")).output).toContain("422 [{'loc': ['body', 'dollar_amount']");
    expect(await db().donation.count({ where: { bankId } })).toBe(1);
  } finally {
    service.close();
  }
});

it("the sample authorizer decides once for each ID", async () => {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const port = await freePort();
  const { child } = startReceiver(port, secret, "authorize-gifts.mjs", "3000");
  const ask = async (id: string, points: number, by = secret) => {
    const at = new Date();
    const body = JSON.stringify({ data: { authorization_id: id, points } });
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(by).sign(id, at, body),
    };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
    return answer.status === 200 ? answer.json() : answer.status;
  };
  try {
    await eventually(() => post(port).catch(() => undefined), "it listens");
    const approved = { decision: "approved", hold_reference: "hold-1" };
    expect(await ask("a", 2_500)).toEqual(approved);
    expect(await ask("a", 2_500)).toEqual(approved);
    expect(await ask("b", 2_500)).toMatchObject({ decision: "declined" });
    expect(await ask("c", 1, `whsec_${Buffer.alloc(32).toString("base64")}`)).toBe(400);
  } finally {
    child.kill();
  }
});

function startReceiver(
  port: number,
  secret: string,
  program = "receive-webhooks.mjs",
  ...more: string[]
) {
  const file = path.join(examples, program);
  const child = spawn(process.execPath, [file, String(port), secret, ...more]);
  const receiver = { child, output: "" };
  child.stdout.on("data", (chunk) => {
    receiver.output += chunk;
  });
  return receiver;
}

async function post(port: number, delivery?: Delivery): Promise<number> {
  const { id = "", timestamp = "", signature = "", body = "" } = delivery ?? {};
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
  };
  const address = `http://127.0.0.1:${port}/`;
  return (await fetch(address, { method: "POST", headers, body })).status;
}
