/** A later release: the same build with additional migrations. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "#installation/project-root.ts";
import { Application } from "./application.ts";

// The files that the migrator reads; everything else stays in place.
const COPIED_FOLDERS = new Set(["dist", "prisma"]);

// Each table that a donation's statements use gets an extra column, so that none depends on
// the number of columns: a prepared statement fails if its result type changes.
const WIDENED_TABLES = [
  "api_key",
  "bank",
  "school",
  "fund",
  "account",
  "cardholder",
  "donation",
  "credit",
  "outbox",
  "event",
  "webhook_endpoint",
  "webhook_delivery",
  "webhook_attempt",
  "executor_run",
  "tally",
  "giving_tally",
  "public_school_total",
  "platform_config",
  "platform_account",
  "school_total",
  "rate_window",
  "email",
];
export const LATER_MIGRATIONS = {
  "20990101000000_wider": `
    ${WIDENED_TABLES.map((table) => `alter table "${table}" add column "later" text default 'none';`).join("\n")}
    create table "campaign" ("id" uuid primary key, "donation_id" uuid references "donation" ("id"));
    create index "campaign_donation" on "campaign" ("donation_id");`,
  "20990102000000_index": `create index concurrently "donation_later" on "donation" ("later");`,
};

export type LaterRelease = { server: string; remove(): void };

/** The later release's files. */
export function makeLaterRelease(): LaterRelease {
  const folder = mkdtempSync(path.join(tmpdir(), "points-release-"));
  for (const name of readdirSync(projectRoot)) {
    const [from, to] = [path.join(projectRoot, name), path.join(folder, name)];
    if (COPIED_FOLDERS.has(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  for (const [name, sql] of Object.entries(LATER_MIGRATIONS)) {
    const migration = path.join(folder, "prisma", "migrations", name);
    mkdirSync(migration);
    writeFileSync(path.join(migration, "migration.sql"), sql);
  }
  const server = pathToFileURL(path.join(folder, "dist", "server.mjs")).href;
  return {
    server,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A process of that release, with an existing data directory. */
export class LaterApplication extends Application {
  private readonly release: LaterRelease;

  constructor(release: LaterRelease, settings: Record<string, string>, dataDir: string) {
    super(settings, dataDir);
    this.release = release;
  }

  protected override program(name: "start" | "admin") {
    const program = super.program(name);
    if (name === "admin") return program;
    const run = `(await import("${this.release.server}")).main()`;
    return { ...program, args: ["--input-type=module", "--eval", run] };
  }
}
