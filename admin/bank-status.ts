/** `bank suspend`, `bank resume`, `bank close`: whether a bank may take part. */
import type { Command } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { findBankStatus } from "#lib/banks/queries.ts";
import { type BankStatusChange, changeBankStatus } from "#lib/banks/status.ts";
import { idFlag, nameFlag } from "./flags.ts";
import { CommandFailure, print } from "./output.ts";

type StatusFlags = { bank: string; reason?: string };

async function change(scope: SystemScope, verb: BankStatusChange, flags: StatusFlags) {
  const { bank: bankId, reason = null } = flags;
  const status = await changeBankStatus(scope, bankId, verb, reason);
  if (status) return print({ bankId, status, statusReason: reason });
  const current = await findBankStatus(bankId);
  if (current === null) throw new CommandFailure(`No bank has the ID ${bankId}.`);
  const rule = verb === "resume" ? "Only a suspended bank can be resumed." : "Nothing was changed.";
  throw new CommandFailure(`Bank ${bankId} is ${current}. ${rule}`);
}

/** Adds the three commands to the noun. */
export function addBankStatus(bank: Command, scope: SystemScope): void {
  const add = (verb: BankStatusChange, description: string) =>
    bank.command(verb).description(description).requiredOption("--bank <bank_id>", "", idFlag);
  add("suspend", "refuse its new links, embed tokens, and gifts; it can still read")
    .requiredOption("--reason <text>", "for the audit log and `bank list`", nameFlag)
    .action((flags: StatusFlags) => change(scope, "suspend", flags));
  add("resume", "let a suspended bank link and give again").action((flags: StatusFlags) =>
    change(scope, "resume", flags),
  );
  add("close", "suspend it for good")
    .requiredOption("--reason <text>", "for the audit log and `bank list`", nameFlag)
    .action((flags: StatusFlags) => change(scope, "close", flags));
}
