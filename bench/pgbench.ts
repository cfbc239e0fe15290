/** Runs the statement that accepts donations in pgbench, if installed: the database's limit. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { newDonation } from "#lib/donations/accept/mutations.ts";
import { acceptAll } from "#lib/donations/accept/sql.ts";
import { CONNECTIONS } from "./load.ts";

const run = promisify(execFile);

const NEW_UUID = "00000000-0000-0000-0000-000000000000";
const NEW_REFERENCE = "new reference";

/** The product's statement, for one donation. */
async function statementFor(bankId: string, schoolId: string): Promise<[string, string]> {
  const body = { school_id: schoolId, fund_designation: "annual-fund", dollar_amount: 25 };
  const donation = newDonation(body, {
    id: NEW_UUID,
    jobId: NEW_UUID,
    bankId,
    channel: "bank",
    bankTransactionRef: NEW_REFERENCE,
    accountId: null,
    keyId: null,
    pointsRedeemed: 2_500,
    notifyCardholder: true,
  });
  let recorded: { text: string; values: (string | number)[] } | undefined;
  const recorder = {
    query: async (config: typeof recorded) => {
      recorded = config;
      return { fields: [], rows: [] };
    },
  };
  await acceptAll({ donations: [donation], runs: null, maxDailyGifts: 10_000 }, recorder as never);
  const [json, ...rest] = recorded?.values ?? [];
  // The other parameters are the same for every donation, so they become literals.
  const text = (recorded?.text ?? "").replace(/\$(\d+)/g, (reference, number) => {
    const value = rest[Number(number) - 2];
    return typeof value === "string" ? `'${value}'` : String(value ?? reference);
  });
  return [text, json as string];
}

/** The statement as a pgbench script, with new IDs and a new reference per transaction. */
async function script(bankId: string, schoolId: string): Promise<string> {
  const [text, json] = await statementFor(bankId, schoolId);
  const rows = json
    .split(/(00000000-0000-0000-0000-000000000000|new reference)/)
    .map((part) => {
      if (part === NEW_UUID) return "gen_random_uuid()";
      if (part === NEW_REFERENCE) return ":n::bigint";
      // pgbench treats what follows a colon as a variable, even within quotes.
      return `'${part.replaceAll(":", "' || chr(58) || '")}'`;
    })
    .join(" || ");
  return `\\set n random(1, 1000000000000000)\n${text.replace("$1", `(${rows})`)};\n`;
}

/** Transactions per second, or undefined without pgbench. */
export async function measurePgbench(
  databaseUrl: string,
  bankId: string,
  schoolId: string,
  seconds: number,
): Promise<number | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  const file = path.join(folder, "accept.sql");
  writeFileSync(file, await script(bankId, schoolId));
  const url = new URL(databaseUrl);
  try {
    const { stdout } = await run(
      "pgbench",
      [
        "-n",
        "-M",
        "prepared",
        "-c",
        String(CONNECTIONS),
        "-j",
        "2",
        "-T",
        String(seconds),
        "-f",
        file,
        "-h",
        url.hostname,
        "-p",
        url.port,
        "-U",
        url.username,
        url.pathname.slice(1),
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
    );
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
