/** The nouns `bank`, `key`, and `program`. */
import type { Command } from "commander";
import { issueApiKey, listApiKeys, revokeApiKey } from "#lib/auth/api-keys.ts";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { createBank, setProgram, updateBank } from "#lib/banks/mutations.ts";
import { bankExists, listBanks } from "#lib/banks/queries.ts";
import {
  appSchemeFlag,
  emailFlag,
  idFlag,
  nameFlag,
  originFlag,
  rateFlag,
  redirectUriFlag,
} from "./flags.ts";
import { CommandFailure, print, say } from "./output.ts";

/** @throws CommandFailure if the bank doesn't exist */
export async function requireBank(bankId: string): Promise<void> {
  if (!(await bankExists(bankId))) throw new CommandFailure(`No bank has the ID ${bankId}.`);
}

type BankFlags = {
  name: string;
  contactEmail?: string;
  embedOrigin?: string[];
  appScheme?: string[];
  redirectUri?: string[];
};

const detailsOf = ({ embedOrigin, appScheme, redirectUri, ...rest }: Partial<BankFlags>) => ({
  ...rest,
  ...(embedOrigin ? { embedOrigins: embedOrigin } : {}),
  ...(appScheme ? { appSchemes: appScheme } : {}),
  ...(redirectUri ? { redirectUris: redirectUri } : {}),
});

function addBank(program: Command, scope: SystemScope): void {
  const bank = program.command("bank").description("create, update, and list banks");
  bank
    .command("create")
    .requiredOption("--name <name>", "", nameFlag)
    .option("--contact-email <address>", "where operational email is sent", emailFlag)
    .option(
      "--embed-origin <origin>",
      "an origin that may frame the donation flow; repeatable",
      originFlag,
    )
    .option("--app-scheme <scheme>", "the scheme of an app to return to; repeatable", appSchemeFlag)
    .option(
      "--redirect-uri <uri>",
      "a redirect URI for links with consent; repeatable",
      redirectUriFlag,
    )
    .action(async (flags: BankFlags) => {
      const created = await createBank(detailsOf(flags) as { name: string });
      await audit(scope, "bank.create", created.id, { name: created.name });
      print({ bankId: created.id, ...created, id: undefined });
    });
  bank
    .command("update")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .option("--name <name>", "", nameFlag)
    .option("--contact-email <address>", "", emailFlag)
    .option("--embed-origin <origin>", "replaces all existing ones; repeatable", originFlag)
    .option("--app-scheme <scheme>", "replaces all existing ones; repeatable", appSchemeFlag)
    .option("--redirect-uri <uri>", "replaces all existing ones; repeatable", redirectUriFlag)
    .action(async ({ bank: bankId, ...flags }: { bank: string } & Partial<BankFlags>) => {
      const updated = await updateBank(bankId, detailsOf(flags));
      if (!updated) throw new CommandFailure(`No bank has the ID ${bankId}.`);
      await audit(scope, "bank.update", bankId, detailsOf(flags) as Record<string, string>);
      print({ bankId, ...updated, id: undefined });
    });
  bank.command("list").action(async () => {
    const banks = await listBanks();
    print({ banks: banks.map(({ id, ...rest }) => ({ bankId: id, ...rest })) });
  });
}

function addKey(program: Command, scope: SystemScope): void {
  const key = program.command("key").description("issue, list, and revoke a bank's API keys");
  key
    .command("issue")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .action(async ({ bank }: { bank: string }) => {
      await requireBank(bank);
      const issued = await issueApiKey(bank);
      await audit(scope, "key.issue", issued.keyId, { bank });
      print(issued);
      say("This key is shown only once. Store it securely.");
    });
  key
    .command("list")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .action(async ({ bank }: { bank: string }) => {
      await requireBank(bank);
      print({ keys: await listApiKeys(bank) });
    });
  key
    .command("revoke")
    .requiredOption("--key <key_id>")
    .action(async ({ key: keyId }: { key: string }) => {
      if (!(await revokeApiKey(keyId))) {
        throw new CommandFailure(`No valid key has the ID ${keyId}.`);
      }
      await audit(scope, "key.revoke", keyId);
      print({ keyId, status: "revoked" });
    });
}

function addProgram(program: Command, scope: SystemScope): void {
  program
    .command("program")
    .description("set the conversion rate of a bank's loyalty program")
    .command("set")
    .requiredOption("--bank <bank_id>", "", idFlag)
    .requiredOption("--program <program_id>")
    .requiredOption("--points-per-dollar <points>", "", rateFlag)
    .option("--name <name>", "the name shown to cardholders", nameFlag)
    .action(
      async (flags: { bank: string; program: string; pointsPerDollar: number; name?: string }) => {
        await requireBank(flags.bank);
        const { pointsPerDollar, name } = flags;
        const rate = { pointsPerDollar, ...(name ? { name } : {}) };
        const set = await setProgram(flags.bank, flags.program, rate);
        await audit(scope, "program.set", `${flags.bank}/${flags.program}`, rate);
        print(set);
      },
    );
}

/** Adds the three nouns. */
export function addBanks(program: Command, scope: SystemScope): void {
  addBank(program, scope);
  addKey(program, scope);
  addProgram(program, scope);
}
