/** `reconcile`: compares a day of our ledger with the platforms' ledgers. */
import type { Command } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { type Comparison, compareWithPlatforms } from "#lib/reconciliation/compare.ts";
import type { Finding } from "#lib/reconciliation/findings.ts";
import { printable } from "#lib/text.ts";
import * as flag from "./flags.ts";
import { print, say, table } from "./output.ts";
import { requireSchool } from "./schools.ts";

const dollars = (amount: number | null) => (amount === null ? "" : amount.toFixed(2));

const cellsOf = (finding: Finding) => [
  finding.kind,
  finding.donationId ?? finding.partnerReference ?? "",
  finding.schoolId ?? "",
  finding.status ?? "",
  dollars(finding.dollarAmount),
  finding.schoolConfirmationId ?? "",
  finding.credits.map((one) => `${one.creditId} ${dollars(one.dollarAmount)}`).join(", "),
];

const HEADS = [
  "finding",
  "donation",
  "school",
  "status",
  "amount",
  "our credit",
  "platform credits",
];

function summarize({ date, completed, credited, findings, ...rest }: Comparison): string {
  const notCompared = rest.notCompared.map(({ schoolIds, reason }) => {
    const [first, ...others] = schoolIds;
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return `Not compared: ${printable(`${first}${more}: ${reason}`)}.`;
  });
  const { length } = rest.withoutLedger;
  const withoutLedger =
    length > 0 ? [`Confirmed from files, without a ledger: ${length} schools.`] : [];
  const sums =
    `${date}: ${completed.count} completed here, $${dollars(completed.dollarAmount)}; ` +
    `${credited.count} credited on the platforms, $${dollars(credited.dollarAmount)}; ${rest.inTransit} in transit.`;
  const meanings = new Map(findings.map(({ kind, meaning }) => [kind, `${kind}: ${meaning}`]));
  const rows =
    findings.length > 0 ? [table(HEADS, findings.map(cellsOf)), ...meanings.values()] : [];
  const verdict =
    findings.length > 0
      ? `${findings.length} ${findings.length === 1 ? "finding" : "findings"}.`
      : "No findings.";
  return [...rows, sums, ...notCompared, ...withoutLedger, verdict].join("\n");
}

type Flags = { date: string; school?: string; json: boolean };

async function reconcile(scope: SystemScope, { date, school, json }: Flags): Promise<void> {
  if (school) await requireSchool(school);
  const comparison = await compareWithPlatforms(scope, date, school);
  const { findings, notCompared } = comparison;
  print(comparison);
  if (!json) say(summarize(comparison));
  if (findings.length > 0) process.exitCode = 1;
  // Regardless of findings: the comparison is incomplete and has to be repeated.
  if (notCompared.length > 0) process.exitCode = 2;
}

export function addReconcile(program: Command, scope: SystemScope): void {
  program
    .command("reconcile")
    .description(
      "compare a day of our ledger with the platforms' ledgers; exits with 0 if everything agrees, " +
        "1 if there are findings, and 2 if a platform couldn't be reached",
    )
    .requiredOption("--date <day>", "the day in UTC, such as 2026-11-21", flag.day)
    .option("--school <school_id>", "only this school")
    .option("--json", "only the JSON document, without the table", false)
    .action((flags: Flags) => reconcile(scope, flags));
}
