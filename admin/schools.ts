/** `school`: schools and how their platforms are reached. */
import { type Command, Option } from "commander";
import { audit } from "#lib/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { ServiceError } from "#lib/errors.ts";
import { setReceiptDetails } from "#lib/schools/mutations.ts";
import { getSchool, listSchools } from "#lib/schools/queries.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { addressFlag, einFlag, limitFlag, urlFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

type ListFlags = { search?: string; inactive: boolean; limit: number };

type ConfigureFlags = {
  school: string;
  adapter: "stub" | "rest";
  houseAccount: string;
  baseUrl?: string;
  apiKey?: string;
};

async function configure(scope: SystemScope, flags: ConfigureFlags): Promise<void> {
  const { school, adapter, houseAccount, baseUrl, apiKey } = flags;
  if (adapter === "rest" && !(baseUrl && apiKey)) {
    throw new CommandFailure("The rest adapter needs --base-url and --api-key.");
  }
  await getSchool(scope, school).catch((error) => {
    throw error instanceof ServiceError
      ? new CommandFailure(`There is no school ${school}.`)
      : error;
  });
  await configurePlatform(scope, school, adapter, {
    houseAccountId: houseAccount,
    baseUrl,
    apiKey,
  });
  // The key stays out of the log and out of what is printed.
  await audit(scope, "school.configure", school, { adapter, ...(baseUrl ? { baseUrl } : {}) });
  print({ schoolId: school, adapter, baseUrl: baseUrl ?? null, houseAccountId: houseAccount });
}

type ReceiptFlags = { school: string; ein: string; address: string };

async function receipts(scope: SystemScope, { school, ein, address }: ReceiptFlags): Promise<void> {
  if (!(await setReceiptDetails(scope, school, { ein, mailingAddress: address }))) {
    throw new CommandFailure(`There is no school ${school}.`);
  }
  await audit(scope, "school.receipts", school, { ein, address });
  print({ schoolId: school, ein, mailingAddress: address });
}

/** Adds the noun. */
export function addSchool(program: Command, scope: SystemScope): void {
  const school = program.command("school").description("schools and their platforms");
  school
    .command("list")
    .option("--search <text>")
    .option("--inactive", "those that take no donations", false)
    .option("--limit <n>", "", limitFlag, 1000)
    .action(async ({ search, inactive, limit }: ListFlags) => {
      const filters = { active: !inactive, limit, search, cursor: undefined };
      const { items, total } = await listSchools(scope, filters);
      print({ total, schools: items });
    });
  school
    .command("configure")
    .description("how gifts reach a school; kept sealed")
    .requiredOption("--school <school_id>")
    .addOption(new Option("--adapter <name>").choices(["stub", "rest"]).makeOptionMandatory())
    .requiredOption("--house-account <id>", "receives gifts that are tied to no account")
    .option("--base-url <address>", "where the platform is", urlFlag)
    .option("--api-key <key>", "how we are known there")
    .action((flags: ConfigureFlags) => configure(scope, flags));
  school
    .command("receipts")
    .description("what a foundation's receipts say of it, from now on")
    .requiredOption("--school <school_id>")
    .requiredOption("--ein <number>", "its tax number, such as 12-3456789", einFlag)
    .requiredOption("--address <text>", "its postal address", addressFlag)
    .action((flags: ReceiptFlags) => receipts(scope, flags));
}
