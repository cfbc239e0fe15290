/** The operator command: a thin shell over lib/. It works with or without a running application. */
import { userInfo } from "node:os";
import { Command, CommanderError, Help, type Option } from "commander";
import { InstallationError } from "#installation/installation-error.ts";
import { type Installation, openInstallation } from "#installation/open-installation.ts";
import { operatorScope } from "#lib/auth/scopes.ts";
import { describeDatabaseError } from "#lib/database/errors.ts";
import { ConfigurationError } from "#lib/env.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { ProductionFound } from "#prisma/reset.ts";
import { addBanks } from "./banks.ts";
import { addBooks } from "./books.ts";
import { addCorrections } from "./corrections.ts";
import { addDonations } from "./donations.ts";
import { addMaintenance, MIGRATE } from "./maintenance.ts";
import { CommandFailure, describeProblems, say } from "./output.ts";
import { addReconcile } from "./reconcile.ts";
import { addSchool } from "./schools.ts";
import { addStaff } from "./staff.ts";
import { addStatus } from "./status.ts";
import { addWebhooks } from "./webhooks.ts";

/** Commander's output already ends with a line break. */
const writeError = (text: string) => say(text.replace(/\n$/, ""));

/** The operator's name in the audit log. A container may run under a user ID without a name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

function describeOption(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)`.trimStart() : text;
}

/**
 * All commands. Each opens the database only when it runs.
 * @param opened returns the command's installation, once it is open
 */
export function makeProgram(opened: () => Installation | undefined): Command {
  const scope = operatorScope(operatorName());
  const program = new Command("npm run -s admin --");
  program
    .description("Prints one JSON document; messages go to standard error.")
    .configureHelp({ optionDescription: describeOption })
    .exitOverride()
    .configureOutput({ writeOut: writeError, writeErr: writeError });
  addBanks(program, scope);
  addSchool(program, scope);
  addCorrections(program, scope);
  addDonations(program, scope);
  addWebhooks(program, scope);
  addStaff(program, scope);
  addStatus(program, scope);
  addReconcile(program, scope);
  addBooks(program, scope);
  addMaintenance(program, scope, opened);
  return program;
}

/** How long a command waits for a connection. Its statements may take ten times as long. */
const PATIENCE_MS = 20_000;

/** Commands are run when something is wrong, and so when everything is slow: they wait longer than requests do. */
function bePatient(): void {
  const { DATABASE_TIMEOUT_MS: given = "0" } = process.env;
  if (Number(given) < PATIENCE_MS) process.env.DATABASE_TIMEOUT_MS = String(PATIENCE_MS);
}

/** What went wrong. Only a fault of ours has a stack. */
function describeFailure(error: unknown): string {
  if (error instanceof InvalidInput) return describeProblems(error.violations);
  const expected = [CommandFailure, ServiceError, ConfigurationError, InstallationError];
  if ([...expected, ProductionFound].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  const inDatabase = describeDatabaseError(error);
  if (inDatabase === null) return String((error as Error).stack ?? error);
  return `${inDatabase} If the command changes something, check whether it has before you run it again.`;
}

function fail(error: unknown): void {
  say(describeFailure(error));
  process.exitCode = 1;
}

/** Runs the command that these words name, and sets the exit code. */
export async function runCommand(program: Command, words: string[]): Promise<void> {
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    fail(error);
  }
}

/**
 * Runs one command and sets the exit code: 0 success, 1 failure, 2 invalid usage. A command may define its
 * own codes.
 * @param words the command line's arguments
 */
export async function main(words: string[]): Promise<void> {
  let installation: Installation | undefined;
  const program = makeProgram(() => installation).hook("preAction", async (_, command) => {
    installation = await openInstallation(say, { mayCreate: command.name() === MIGRATE });
  });
  bePatient();
  await runCommand(program, words);
  await installation?.close().catch(fail);
}

// `node dist/admin.mjs`: for images that contain only the build.
if (import.meta.main) await main(process.argv.slice(2));
