/** The nouns `bank`, `key`, and `program`. */
import { type Command, Option } from "commander";
import { actingFor, type BankScope, type SystemScope } from "#lib/auth/scopes.ts";
import type { LimitChanges } from "#lib/banks/limits.ts";
import {
  type BankDetails,
  type BankStatusChange,
  changeBankStatus,
  createBank,
  POINTS_CHECKS,
  type ProgramDetails,
  setProgram,
  updateBank,
} from "#lib/banks/mutations.ts";
import { findBankStatus, listBanks } from "#lib/banks/queries.ts";
import { SCHEDULES } from "#lib/books/periods.ts";
import { InvalidReport, recordReport } from "#lib/certification/record.ts";
import {
  removeAuthorizationAddress,
  rotateAuthorizationSecret,
  setAuthorizationAddress,
} from "#lib/donations/authorize/address.ts";
import type { Cents } from "#lib/money.ts";
import { issueApiKey, listApiKeys, revokeApiKey } from "#lib/staff/api-keys.ts";
import { addressProblem } from "#lib/webhooks/address.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, required, say } from "./output.ts";
import { readText } from "./schools.ts";

const noBank = (bankId: string) => `No bank has the ID ${bankId}.`;

/** @returns the scope of a bank. @throws CommandFailure if it doesn't exist */
export async function bankScope(scope: SystemScope, bankId: string): Promise<BankScope> {
  await required(findBankStatus(bankId), noBank(bankId));
  return actingFor(scope, bankId);
}

export type OneBank = { bank: string };

export const ofBank = (noun: Command, name: string) => flag.ofOne(noun, "bank")(name);

type UpdateFlags = OneBank & { authorizationUrl?: string | false };

/** The details that flags set under another name, and what they are after `--no-…` or `none`. */
const DETAILS: Record<string, [name: keyof (BankDetails & LimitChanges), cleared: [] | null]> = {
  embedOrigin: ["embedOrigins", []],
  appScheme: ["appSchemes", []],
  redirectUri: ["redirectUris", []],
  maxDonationUsd: ["maxDonationCents", null],
  maxKeyDailyUsd: ["maxKeyDailyCents", null],
  maxUnpaidUsd: ["maxUnpaidCents", null],
  correctionDailyUsd: ["correctionDailyCents", null],
};

function detailsOf(flags: object): Partial<BankDetails> & LimitChanges {
  const details = Object.entries(flags).map(([flag, value]) => {
    const [name, cleared] = DETAILS[flag] ?? [flag, null];
    return [name, value === false && flag !== "correctionsByApi" ? cleared : value];
  });
  return Object.fromEntries(details);
}

/** @param url undefined leaves it unchanged, false removes it @returns what to print */
async function changeAuthorization(scope: BankScope, url: string | false | undefined) {
  if (url === undefined) return {};
  if (url === false) {
    await removeAuthorizationAddress(scope);
    return { authorizationUrl: null };
  }
  const problem = addressProblem(url);
  if (problem) throw new CommandFailure(`This address cannot be used: ${problem}.`);
  const secret = await setAuthorizationAddress(scope, url);
  if (secret) say("This secret is shown once. Keep it where secrets are kept.");
  return { authorizationUrl: url, ...(secret && { authorizationSecret: secret }) };
}

/** What a bank needs on record before it gets live keys. */
const withRecord = (command: Command) =>
  command
    .option("--contact-email <address>", "where operational email is sent", flag.email)
    .option("--billing-email <address>", "where statements are announced", flag.email)
    .option("--agreement <document>", "the signed agreement: its reference and day", flag.name);

function addBank(program: Command, scope: SystemScope): void {
  const bank = program.command("bank").description("create, update, suspend, and list banks");
  withRecord(bank.command("create"))
    .requiredOption("--name <name>", "", flag.name)
    .option(
      "--embed-origin <origin>",
      "an origin that may frame the donation flow; repeatable",
      flag.origin,
    )
    .option(
      "--app-scheme <scheme>",
      "the scheme of an app to return to; repeatable",
      flag.appScheme,
    )
    .option(
      "--redirect-uri <uri>",
      "where linked customers return to, with any scheme of an app; repeatable",
      flag.redirectUri,
    )
    .action(async (flags: { name: string }) => {
      const created = await createBank(scope, { ...detailsOf(flags), name: flags.name });
      print({ bankId: created.id, ...created, id: undefined });
    });
  withRecord(ofBank(bank, "update"))
    .option("--name <name>", "", flag.name)
    .option("--embed-origin <origin>", "replaces all existing ones; repeatable", flag.origin)
    .option("--no-embed-origin", "removes all")
    .option("--app-scheme <scheme>", "replaces all existing ones; repeatable", flag.appScheme)
    .option("--no-app-scheme", "removes all")
    .option("--redirect-uri <uri>", "replaces all existing ones; repeatable", flag.redirectUri)
    .option("--no-redirect-uri", "removes all, so that any redirect URI is accepted")
    .option("--max-daily-rows <rows>", "the rows that it may store a day (UTC)", flag.count)
    .option("--no-max-daily-rows", "restores the default")
    .option("--max-daily-bytes <bytes>", "the bytes that it may store a day (UTC)", flag.count)
    .option("--no-max-daily-bytes", "restores the default")
    .option(
      "--authorization-url <url>",
      "asked before gifts of its customers are accepted",
      flag.url,
    )
    .option("--max-donation-usd <usd>", "the largest donation, or `none`", flag.limitInDollars)
    .option(
      "--max-key-daily-usd <usd>",
      "the most that one API key can give per UTC day, or `none`",
      flag.limitInDollars,
    )
    .option(
      "--max-unpaid-usd <usd>",
      "the most that its accepted gifts can exceed its payments by, or `none`; counts them again",
      flag.limitInDollars,
    )
    .option("--no-authorization-url", "accepts gifts without asking")
    .option("--time-zone <zone>", "of its statements, from the next period on", flag.timeZone)
    .addOption(
      new Option("--statement-schedule <schedule>", "from the next period on").choices([
        ...SCHEDULES,
      ]),
    )
    .option("--terms-days <days>", "when a statement is due, in days after its end", flag.days)
    .option("--corrections-by-api <on|off>", "whether its API keys may", flag.onOrOff)
    .option("--correction-days <days>", "for how long its gifts can be corrected", flag.limit)
    .option(
      "--correction-daily-usd <usd>",
      "the sum of a UTC day's corrections from which on two people are needed",
      flag.dollars,
    )
    .action(async ({ bank: bankId, authorizationUrl, ...flags }: UpdateFlags) => {
      const updated = await required(updateBank(scope, bankId, detailsOf(flags)), noBank(bankId));
      const authorization = await changeAuthorization(actingFor(scope, bankId), authorizationUrl);
      print({ bankId, ...updated, id: undefined, ...authorization });
    });
  ofBank(bank, "rotate-authorization-secret")
    .description("give the authorization address a new secret; the old one signs too for 24 hours")
    .action(async ({ bank: bankId }: OneBank) => {
      const rotated = rotateAuthorizationSecret(await bankScope(scope, bankId));
      const otherwise = `Bank ${bankId} has no authorization address.`;
      const authorizationSecret = await required(rotated, otherwise);
      print({ bankId, authorizationSecret });
      say("This secret is shown once. The old one is valid for 24 hours more.");
    });
  addStatusChange(bank, scope, "suspend").description(
    "refuse its new links, embed tokens, and gifts; it can still read",
  );
  addStatusChange(bank, scope, "resume").description("let a suspended bank link and give again");
  addStatusChange(bank, scope, "close").description("suspend it for good");
  ofBank(bank, "certify")
    .description("record the sandbox’s report that the bank has passed its certification")
    .requiredOption("--file <path>", "the signed report; `-` reads standard input")
    .action(async ({ bank: bankId, file }: OneBank & { file: string }) => {
      await bankScope(scope, bankId);
      const report = await recordReport(scope, bankId, readText(file)).catch((error) => {
        if (!(error instanceof InvalidReport)) throw error;
        throw new CommandFailure(`This report doesn’t certify the bank. ${error.message}`);
      });
      const { seed, client_version: clientVersion, iat } = report;
      print({ bankId, certifiedAt: new Date(iat * 1_000), seed, clientVersion });
    });
  bank.command("list").action(async () => {
    const banks = await listBanks();
    print({ banks: banks.map(({ id, ...rest }) => ({ bankId: id, ...rest })) });
  });
}

function addStatusChange(bank: Command, scope: SystemScope, verb: BankStatusChange): Command {
  const command = ofBank(bank, verb);
  if (verb !== "resume") {
    command.requiredOption("--reason <text>", "for the audit log and `bank list`", flag.name);
  }
  return command.action(async ({ bank: bankId, reason }: OneBank & { reason?: string }) => {
    const status = await changeBankStatus(scope, bankId, verb, reason ?? null);
    if (status) return print({ bankId, status, statusReason: reason ?? null });
    const current = await required(findBankStatus(bankId), noBank(bankId));
    const rule =
      verb === "resume" ? "Only a suspended bank can be resumed." : "Nothing was changed.";
    throw new CommandFailure(`Bank ${bankId} is ${current}. ${rule}`);
  });
}

function addKey(program: Command, scope: SystemScope): void {
  const key = program.command("key").description("issue, list, and revoke a bank's API keys");
  ofBank(key, "issue").action(async ({ bank }: OneBank) => {
    await bankScope(scope, bank);
    print(await issueApiKey(scope, bank));
    say("This key is shown only once. Store it securely.");
  });
  ofBank(key, "list").action(async ({ bank }: OneBank) => {
    await bankScope(scope, bank);
    print({ keys: await listApiKeys(bank) });
  });
  key
    .command("revoke")
    .requiredOption("--key <key_id>")
    .action(async ({ key: keyId }: { key: string }) => {
      await required(revokeApiKey(scope, keyId), `No valid key has the ID ${keyId}.`);
      print({ keyId, status: "revoked" });
    });
}

type ProgramFlags = OneBank &
  ProgramDetails & { program: string; maxGift?: Cents; maxDaily?: Cents };

function addProgram(program: Command, scope: SystemScope): void {
  const noun = program
    .command("program")
    .description("set the conversion rate, name, and limits of a bank's loyalty program");
  ofBank(noun, "set")
    .requiredOption("--program <program_id>")
    .requiredOption("--points-per-dollar <points>", "", flag.rate)
    .option("--name <name>", "the name shown to cardholders", flag.name)
    .option("--max-gift <usd>", "the largest gift a person can make", flag.dollars)
    .option("--max-daily <usd>", "the most an account can give a day", flag.dollars)
    .option("--time-zone <zone>", "the zone in which a day begins", flag.timeZone)
    .addOption(
      new Option(
        "--points-check <what>",
        "what happens to the bank's donations whose points disagree with the rate",
      ).choices([...POINTS_CHECKS]),
    )
    .action(async ({ bank, program: programId, maxGift, maxDaily, ...rest }: ProgramFlags) => {
      await bankScope(scope, bank);
      const details = { ...rest, maxGiftCents: maxGift, maxDailyCents: maxDaily };
      print(await setProgram(scope, bank, programId, details));
    });
}

export function addBanks(program: Command, scope: SystemScope): void {
  addBank(program, scope);
  addKey(program, scope);
  addProgram(program, scope);
}
