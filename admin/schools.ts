/** `school`: schools and their platform configurations. */
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { changeSettings } from "#lib/batches/mutations.ts";
import type { BatchSettings } from "#lib/batches/settings.ts";
import { nullIf } from "#lib/errors.ts";
import { directoryFile, importSchools } from "#lib/schools/directory.ts";
import { readFundCodes } from "#lib/schools/funds/queries.ts";
import { parseMark, setMark } from "#lib/schools/mark.ts";
import {
  type RecordFacts,
  readRecord,
  setActive,
  setRecord,
} from "#lib/schools/participation/mutations.ts";
import { setReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { getSchool, listSchools } from "#lib/schools/queries.ts";
import { PlatformMisconfigured } from "#lib/ticketing/adapter.ts";
import { ADAPTER_NAMES, configurePlatform } from "#lib/ticketing/config.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, required } from "./output.ts";

const noSchool = (schoolId: string) => `No school has the ID ${schoolId}.`;

/** @throws CommandFailure if the school doesn't exist */
export const requireSchool = (schoolId: string) =>
  required(nullIf("SCHOOL_NOT_FOUND", getSchool(schoolId)), noSchool(schoolId));

type OneSchool = { school: string };

type ListFlags = { search?: string; inactive: boolean; limit: number };

type ConfigureFlags = OneSchool & {
  adapter: string;
  houseAccount: string;
  baseUrl?: string;
  apiKeyFile?: string;
};

async function configure(scope: SystemScope, flags: ConfigureFlags): Promise<void> {
  const { school, adapter, houseAccount, baseUrl, apiKeyFile } = flags;
  const apiKey = apiKeyFile ? readSecret(apiKeyFile) : undefined;
  await requireSchool(school);
  const config = { houseAccountId: houseAccount, baseUrl, apiKey };
  await configurePlatform(scope, school, adapter, config).catch((error) => {
    throw error instanceof PlatformMisconfigured
      ? new CommandFailure(`This can't be configured: ${error.message}.`)
      : error;
  });
  print({ schoolId: school, adapter, baseUrl: baseUrl ?? null, houseAccountId: houseAccount });
}

type BatchFlags = OneSchool & {
  confirmationDays?: number;
  closeHour?: number | "none";
  donorOfRecord?: BatchSettings["donorOfRecord"];
  appeal?: string;
  paymentMethod?: string;
  importBatch?: string;
  fund?: [string, string][];
  header?: [string, string][];
};

async function changeBatches(
  scope: SystemScope,
  { school, closeHour, fund, header, ...flags }: BatchFlags,
): Promise<void> {
  await requireSchool(school);
  const given = {
    ...flags,
    closeHour: closeHour === "none" ? null : closeHour,
    fundCodes: fund && Object.fromEntries(fund),
    headers: header && Object.fromEntries(header),
  };
  const passed = Object.entries(given).filter(([, value]) => value !== undefined);
  const changed = await changeSettings(scope, school, Object.fromEntries(passed));
  const { settings, version: _, ...others } = changed;
  print({ schoolId: school, ...others, ...settings, fundCodes: await readFundCodes(school) });
}

/** Reads a file. `-` is standard input, for containers without the file. */
function readBytes(file: string) {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new CommandFailure(`Can't read ${file}: ${(error as Error).message}`);
  }
}

export const readText = (file: string): string => readBytes(file).toString("utf8");

/** Reads a secret from a file. Never from a flag: everyone on the machine can see flags in the process list. */
function readSecret(file: string): string {
  const secret = readText(file).trim();
  if (secret === "") throw new CommandFailure(`${file} is empty.`);
  return secret;
}

function readDirectory(file: string) {
  let json: unknown;
  const text = readText(file);
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandFailure(`${file} isn't valid JSON: ${(error as Error).message}`);
  }
  const parsed = directoryFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 20);
  throw new CommandFailure(
    issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"),
  );
}

type MarkFlags = OneSchool & { file?: string; remove: boolean };

async function changeMark(scope: SystemScope, { school, file, remove }: MarkFlags): Promise<void> {
  if (remove === (file !== undefined)) throw new CommandFailure("Pass either --file or --remove.");
  await requireSchool(school);
  const mark = file === undefined ? null : parseMark(readBytes(file));
  if (typeof mark === "string") throw new CommandFailure(`${file} can't be used. ${mark}`);
  await required(setMark(scope, school, mark), `${school} has no mark.`);
  print({ schoolId: school, mark: mark?.type ?? null });
}

type ReceiptFlags = OneSchool & { ein: string; address: string };

async function record(
  scope: SystemScope,
  { school, ...facts }: RecordFacts & OneSchool,
): Promise<void> {
  if (Object.keys(facts).length === 0) throw new CommandFailure("Pass what has been checked.");
  await requireSchool(school);
  await setRecord(scope, school, facts);
  print(await readRecord(school));
}

async function changeActive(scope: SystemScope, schoolId: string, active: boolean) {
  await requireSchool(schoolId);
  const missing = await setActive(scope, schoolId, active);
  if (missing.length > 0) {
    throw new CommandFailure(`The school's record isn't complete. Missing: ${missing.join(", ")}.`);
  }
  print({ schoolId, active });
}

export function addSchool(program: Command, scope: SystemScope): void {
  const schools = program.command("school").description("manage schools and their platforms");
  const ofSchool = (name: string, description: string) =>
    schools.command(name).description(description).requiredOption("--school <school_id>");
  ofSchool("show", "a school's record, what it lacks, and until when it's complete").action(
    async ({ school }: OneSchool) => print(await required(readRecord(school), noSchool(school))),
  );
  ofSchool("record", "note what has been checked about a school; changes only what is passed")
    .option("--legal-name <name>", "the foundation's", flag.name)
    .option("--registration-checked-on <date>", "its registration to solicit gifts", flag.day)
    .option("--good-standing-checked-on <date>", "its standing as a charity", flag.day)
    .option("--contact-name <name>", "", flag.name)
    .option("--contact-email <address>", "", flag.email)
    .action((flags: RecordFacts & OneSchool) => record(scope, flags));
  ofSchool(
    "activate",
    "open a school for gifts; in production, its record must be complete",
  ).action(({ school }: OneSchool) => changeActive(scope, school, true));
  ofSchool("deactivate", "close a school for gifts; accepted ones still settle").action(
    ({ school }: OneSchool) => changeActive(scope, school, false),
  );
  schools
    .command("list")
    .option("--search <text>")
    .option("--inactive", "only schools that don't accept donations", false)
    .option("--limit <n>", "", flag.limit, 1000)
    .action(async ({ search, inactive, limit }: ListFlags) => {
      const filters = { active: !inactive, limit, search, cursor: undefined };
      const { items, total } = await listSchools(filters);
      print({ total, schools: items });
    });
  schools
    .command("import")
    .description("add and update schools and their funds; removes nothing")
    .requiredOption(
      "--file <path>",
      "in the format of prisma/data/schools.json; - for standard input",
    )
    .action(async ({ file }: { file: string }) => {
      const { added, updated } = await importSchools(scope, readDirectory(file));
      print({ added: added.length, updated: updated.length, schoolsAdded: added });
    });
  ofSchool("configure", "set how donations reach a school's platform; stored encrypted")
    .addOption(new Option("--adapter <name>").choices(ADAPTER_NAMES).makeOptionMandatory())
    .requiredOption("--house-account <id>", "receives donations without a linked account")
    .option("--base-url <url>", "the platform's base URL; rest requires it", flag.url)
    .option(
      "--api-key-file <path>",
      "a file with our API key for the platform; - for standard input; rest requires it",
    )
    .action((flags: ConfigureFlags) => configure(scope, flags));
  ofSchool("batches", "change how the adapter `batch` serves a school; shows all settings")
    .option(
      "--confirmation-days <n>",
      "business days in which it confirms, 1 to 30",
      flag.businessDays,
    )
    .option(
      "--close-hour <hour>",
      "when its batch closes, 0 to 23 in its time zone, or none",
      flag.hour,
    )
    .addOption(
      new Option("--donor-of-record <who>", "who gets the hard credit").choices([
        "cardholder",
        "bank",
      ]),
    )
    .option("--appeal <code>", "its appeal code", flag.code)
    .option("--payment-method <code>", "its payment method code", flag.code)
    .option("--import-batch <id>", "the ID of its NPSP Data Import Batch", flag.code)
    .option("--fund <fund_id=code>", "its code for a fund; repeat for each", flag.pair)
    .option(
      "--header <name=own>",
      "its name for a column of Raiser's Edge files; repeat for each, replaces all",
      flag.pair,
    )
    .action((flags: BatchFlags) => changeBatches(scope, flags));
  ofSchool("mark", "set the official mark of a school that has licensed it; replaces its monogram")
    .option(
      "--file <path>",
      "an SVG or PNG, at most 32 KiB, made for the school's main color; - for standard input",
    )
    .option("--remove", "show the monogram again", false)
    .action((flags: MarkFlags) => changeMark(scope, flags));
  ofSchool("receipts", "set the foundation's details on future receipts")
    .requiredOption("--ein <number>", "its EIN, such as 12-3456789", flag.ein)
    .requiredOption("--address <text>", "its postal address", flag.address)
    .action(async ({ school: schoolId, ein, address: mailingAddress }: ReceiptFlags) => {
      const changed = setReceiptDetails(scope, schoolId, { ein, mailingAddress });
      await required(changed, noSchool(schoolId));
      print({ schoolId, ein, mailingAddress });
    });
}
