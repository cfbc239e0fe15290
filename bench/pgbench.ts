/** The accepting statement straight from pgbench, where that is installed: what the database allows. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ACCEPT } from "#lib/donations/statements.ts";
import { CONNECTIONS } from "./load.ts";

const run = promisify(execFile);

/** The statement with values in place of its parameters, as the service would send them. */
function script(bankId: string, schoolId: string): string {
  const values: Record<number, string> = {
    1: "gen_random_uuid()",
    2: `'${bankId}'::uuid`,
    3: "('pgbench-' || :n::bigint)",
    4: "'\\x00'::bytea",
    5: `'${schoolId}'`,
    6: "'annual-fund'",
    7: "null::uuid",
    8: "2500::bigint",
    9: "2500",
    10: "null::float8",
    11: "'bank'",
    12: "null",
    13: "null",
    14: "true",
    15: "null::jsonb",
    16: "false",
    17: "null",
    18: "now()",
    19: "now()",
    20: "gen_random_uuid()",
  };
  const statement = ACCEPT.replace(/--.*$/gm, "").replace(
    /\$(\d+)/g,
    (_, n) => `array[${values[n]}]`,
  );
  return `\\set n random(1, 1000000000000000)\n${statement.replace(/\s+/g, " ")};\n`;
}

/** Transactions per second, or undefined where there is no pgbench. */
export async function measurePgbench(
  databaseUrl: string,
  bankId: string,
  schoolId: string,
  seconds: number,
): Promise<number | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  const file = path.join(folder, "accept.sql");
  writeFileSync(file, script(bankId, schoolId));
  const url = new URL(databaseUrl);
  try {
    const { stdout } = await run(
      "pgbench",
      [
        ...["-n", "-M", "extended", "-c", String(CONNECTIONS), "-j", "2", "-T", String(seconds)],
        ...["-f", file, "-h", url.hostname, "-p", url.port, "-U", url.username],
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
