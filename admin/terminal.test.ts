import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { operatorScope } from "#lib/auth/scopes.ts";
import { recordPayment } from "#lib/books/payments/record.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { asCents } from "#lib/money.ts";
import { invite } from "#lib/staff/invitations.ts";
import { addEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { startReplay } from "#lib/webhooks/replay/mutations.ts";
import { giveTo, makeStatement } from "#test/books-operations.ts";
import { ask } from "#test/corrections.ts";
import { donationBody, donationRequestOf, makeCardholder, makeSchool } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember } from "#test/staff.ts";
import { findSources } from "../scripts/imports.ts";
import { makeProgram } from "./main.ts";

isolateDatabase();

/** Clears the screen, forges a row, and reverses the text: every kind of terminal control. */
const HOSTILE =
  "\u001b[2J\u009b31m\r\nFORGED row  npm run -s admin -- key issue\t\u0007\u007f\u0085\u2028\u2029\u202e\u2066\u061c\u200f";
const CONTROL_CHARACTERS = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Columns whose values control behavior. With them changed, commands would fail before they show anything. */
const CONTROL_COLUMNS =
  /^(status|type|environment|channel|adapter|list|method|deductibility|time_zone|role|colors|queue|school_id|series|.*_key|.*key_id|.*_status)$/;

/** Appends the hostile text to every text column that accepts it. */
async function poison(): Promise<string[]> {
  const { rows } = await pool().query<{ table: string; column: string; keyed: boolean }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
       and c.is_generated = 'NEVER'
       and c.table_name !~ '^(_prisma|executor|outbox|tally|day_tally)'
       and not exists (
         select 1 from information_schema.key_column_usage k
         where k.table_name = c.table_name and k.column_name = c.column_name)`,
  );
  const columns = rows.filter(({ column }) => !CONTROL_COLUMNS.test(column));
  for (const { table, column } of columns) {
    await pool()
      .query(`update "${table}" set "${column}" = coalesce("${column}", '') || $1`, [HOSTILE])
      .catch((error: { code?: string }) => {
        // A constraint keeps anyone from storing it.
        if (!/^23/.test(error.code ?? "")) throw error;
      });
  }
  return columns.map(({ table, column }) => `${table}.${column}`);
}

let flags: Record<string, string>;
let poisoned: string[];

beforeAll(async () => {
  const { bank, accountId, email } = await makeCardholder();
  const school = await makeSchool();
  const donate = async (amount: number) => {
    const body = { service_user_id: accountId, dollar_amount: amount, cardholder_message: "Go!" };
    const request = donationRequestOf(donationBody(school, body));
    return (await requestDonation(bank.scope, request)).donation_id;
  };
  const [donation, credited] = [await donate(25), await donate(30)];
  await db().credit.updateMany({
    where: { donationId: donation },
    data: { flaggedAt: new Date(), lastError: "the platform returned HTTP 503", attemptCount: 3 },
  });
  await pool().query(
    "update donation set status = 'completed', completed_at = now() where id = $1",
    [credited],
  );
  const { endpoint_id } = await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
  const { event_id } = await sendTestEvent(bank.scope, endpoint_id);
  await pool().query("update webhook_delivery set status = 'dead', settled_at = now()");
  await pool().query(
    `insert into webhook_attempt (delivery_id, attempted_at, error, response_body, latency_ms)
     select id, now(), 'reset', 'no', 12 from webhook_delivery`,
  );
  for (const [status, since] of [
    ["disabled", null],
    ["enabled", new Date()],
  ] as const) {
    const more = await addEndpoint(bank.scope, { url: "https://bank.example/more" });
    const data = { status, failingSince: since, disabledReason: "it responded with 410 Gone" };
    await db().webhookEndpoint.update({ where: { id: more.endpoint_id }, data });
  }
  await db().email.create({
    data: {
      id: randomUUID(),
      to: email,
      kind: "receipt",
      subject: "s",
      text: "t",
      status: "failed",
      lastError: "550",
    },
  });
  const team = { kind: "bank", bankId: bank.bankId } as const;
  const member = await makeMember(team, "admin");
  await invite(member.scope, { email, role: "viewer" });
  const range = { from: new Date("2026-01-01"), to: new Date("2026-01-02") };
  const { replay_id } = await startReplay(bank.scope, range);
  const today = new Date().toISOString().slice(0, 10);
  flags = { bank: bank.bankId, donation, email, date: today, replay: replay_id, event: event_id };
  flags.statement = await makeStatement(bank, await makeSchool());
  flags.correction = await ask(operatorScope("joan"), await giveTo(bank, school));
  await recordPayment(operatorScope("joan"), {
    ...{ bankId: bank.bankId, schoolId: school, kind: "received", cents: asCents(100) },
    ...{ valueDate: today, paymentRef: "p", wireReference: "w", reason: null },
  });
  flags.team = `bank:${bank.bankId}`;
  flags.school = school;
  poisoned = await poison();
});

/** Every read-only command, with its required flags. */
function readCommands(command: Command, words: string[] = []): string[][] {
  const all = command.commands.flatMap((inner) => readCommands(inner, [...words, inner.name()]));
  if (!/^(list|show|status|reconcile|replay-status)$/.test(words.at(-1) ?? "")) return all;
  if (command.commands.length > 0) return all;
  const needed = command.options.filter(({ mandatory }) => mandatory).map(({ long }) => long ?? "");
  return [...all, [...words, ...needed]];
}

/** Runs it as an operator would. @returns what the terminal gets */
async function run(words: string[]) {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += text;
      return true;
    }),
  );
  const args = words.flatMap((word) =>
    word.startsWith("--") ? [word, flags[word.slice(2)] ?? expect.unreachable(word)] : [word],
  );
  try {
    await makeProgram(() => undefined).parseAsync(args, { from: "user" });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return written;
}

afterEach(() => {
  process.exitCode = undefined;
});

const COMMANDS = readCommands(makeProgram(() => undefined));

it("covers the read-only commands and the columns with user-supplied text", () => {
  expect(COMMANDS.map((words) => words.join(" "))).toEqual(
    expect.arrayContaining(["bank list", "status", "reconcile --date", "delivery list --bank"]),
  );
  expect(poisoned).toEqual(
    expect.arrayContaining([
      "bank.name",
      "webhook_endpoint.url",
      "webhook_attempt.error",
      "email.to",
    ]),
  );
});

describe("no stored text can control the terminal", () => {
  it.each(COMMANDS.map((words) => [words.join(" "), words] as const))("%s", async (_, words) => {
    const { stdout, stderr } = await run(words);
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(CONTROL_CHARACTERS);
      // A line of its own would look like our output.
      expect(text).not.toMatch(/^FORGED/m);
    }
    const isShown = JSON.stringify(JSON.parse(stdout)).includes(
      JSON.stringify(HOSTILE).slice(1, -1),
    );
    const hasNoText = /^(key list|delivery replay-status|statement (list|show))/.test(
      words.join(" "),
    );
    expect(isShown || hasNoText, "the document contains the text").toBe(true);
  });

  it("shows it escaped in the table", async () => {
    const { stderr } = await run(["status"]);
    expect(stderr).toContain("\\u001b[2J\\u009b31m\\u000d\\u000aFORGED row");
  });
});

it("is written to only by code that escapes control characters", () => {
  const escaping = [
    "admin/output.ts",
    "installation/open-plain-next.ts",
    "lib/log.ts",
    "server/main.ts",
  ];
  const found = findSources(projectRoot)
    .filter((file) => /^(admin|server|lib|installation|prisma|inngest)\//.test(file))
    .filter((file) => !/\.test\.ts$|fixture/.test(file) && !escaping.includes(file))
    .filter((file) =>
      /process\.std(out|err)\.write/.test(readFileSync(`${projectRoot}/${file}`, "utf8")),
    );
  expect(found).toEqual([]);
});
