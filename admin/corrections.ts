/** The noun `correction`, and what `donation` does to correct one. */
import { type Command, Option } from "commander";
import { v7 as uuidv7 } from "uuid";
import type { SystemScope } from "#lib/auth/scopes.ts";
import type { CorrectionRequest } from "#lib/corrections/contract.ts";
import { approveCorrection, declineCorrection } from "#lib/corrections/decisions.ts";
import {
  findAnyCorrection,
  listAllCorrections,
  serializeCorrection,
} from "#lib/corrections/queries.ts";
import { requestCorrection } from "#lib/corrections/request.ts";
import type { CorrectionRow } from "#lib/corrections/sql.ts";
import { type Cents, toDollars } from "#lib/money.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, required, say } from "./output.ts";

/** A correction as in the API, with what only operators see. */
const operatorView = (row: CorrectionRow) => ({
  ...serializeCorrection(row),
  bankId: row.bankId,
  schoolId: row.schoolId,
  requestedBy: row.requestedBy,
  approvedBy: row.approvedBy,
  agreedBy: row.agreedBy,
  attemptCount: row.attemptCount,
  lastError: row.lastError,
});

type RequestFlags = { donation: string; reason: string; reference?: string; amountUsd?: Cents };

async function request(
  scope: SystemScope,
  kind: CorrectionRequest["kind"],
  { donation, reason, reference, amountUsd, ...target }: RequestFlags,
): Promise<void> {
  const { row } = await requestCorrection(scope, donation, {
    kind,
    reason,
    correction_ref: reference ?? `service:${uuidv7()}`,
    ...(amountUsd !== undefined && { dollar_amount: toDollars(amountUsd) }),
    ...target,
  });
  print(operatorView(row));
  if (row.needsApproval) {
    say(`Another operator has to approve it: correction approve --correction ${row.id}`);
  }
}

export function addDonationCorrections(
  ofDonation: (name: string, description: string) => Command,
  scope: SystemScope,
): void {
  const correcting = (name: string, description: string) =>
    ofDonation(name, description)
      .requiredOption("--reason <text>", "for the bank, the school, and the audit log", flag.name)
      .option("--reference <text>", "the same one again is the same correction", flag.name);
  correcting("cancel", "cancel a pending donation").action((flags: RequestFlags) =>
    request(scope, "cancel", flags),
  );
  correcting("reverse", "take back a completed donation, or a part")
    .option("--amount-usd <usd>", "the part; all that is left without it", flag.dollars)
    .action((flags: RequestFlags) => request(scope, "reverse", flags));
}

type ListFlags = { bank?: string; status?: string; limit: number };

export function addCorrections(program: Command, scope: SystemScope): void {
  const correction = program
    .command("correction")
    .description("list, show, and approve corrections of donations");
  correction
    .command("list")
    .option("--bank <bank_id>", "", flag.id)
    .addOption(new Option("--status <status>").choices(["pending", "succeeded", "refused"]))
    .option("--limit <n>", "", flag.limit, 25)
    .action(async ({ bank: bankId, ...rest }: ListFlags) => {
      const rows = await listAllCorrections({ ...rest, ...(bankId && { bankId }) });
      print({ corrections: rows.map(operatorView) });
    });
  const ofCorrection = flag.ofOne(correction, "correction");
  const show = async (id: string) =>
    print(operatorView(await required(findAnyCorrection(id), `No correction has the ID ${id}.`)));
  ofCorrection("show", "show one correction").action((flags: { correction: string }) =>
    show(flags.correction),
  );
  const decided = async (id: string, work: Promise<boolean>) => {
    if (await work) return show(id);
    throw new CommandFailure(`Correction ${id} doesn't wait for approval by you.`);
  };
  ofCorrection("approve", "approve a correction that another person has requested").action(
    ({ correction: id }: { correction: string }) => decided(id, approveCorrection(scope, id)),
  );
  ofCorrection("decline", "decline a correction that waits for approval")
    .requiredOption("--reason <text>", "", flag.name)
    .action(({ correction: id, reason }: { correction: string; reason: string }) =>
      decided(id, declineCorrection(scope, id, reason)),
    );
}
