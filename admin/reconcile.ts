/** `reconcile`: our ledger of a day against the platforms' books. */
import type { Command } from "commander";
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { ServiceError } from "#lib/errors.ts";
import { type Comparison, compareWithPlatforms } from "#lib/reconciliation/compare.ts";
import type { Finding } from "#lib/reconciliation/findings.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { printable } from "#lib/text.ts";
import { dayFlag } from "./flags.ts";
import { CommandFailure, print, say } from "./output.ts";
import { table } from "./table.ts";

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

const HEADS = ["finding", "donation", "school", "status", "amount", "credit here", "credits there"];

/** What the document says, for whoever reads over its shoulder. */
function inWords({ date, completed, credited, onItsWay, findings, away }: Comparison): string {
  const shown = away.map(({ schoolIds, reason }) => {
    const [first, ...others] = schoolIds;
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return `Not compared: ${printable(`${first}${more}: ${reason}`)}.`;
  });
  const sums =
    `${date}: ${completed.count} completed here, $${dollars(completed.dollarAmount)}; ` +
    `${credited.count} credited there, $${dollars(credited.dollarAmount)}; ${onItsWay} on their way.`;
  const meanings = new Map(findings.map(({ kind, meaning }) => [kind, `${kind}: ${meaning}`]));
  const rows =
    findings.length > 0 ? [table(HEADS, findings.map(cellsOf)), ...meanings.values()] : [];
  const verdict = findings.length > 0 ? `${findings.length} findings.` : "Nothing was found.";
  return [...rows, sums, ...shown, verdict].join("\n");
}

type Flags = { date: string; school?: string; json: boolean };

async function reconcile(scope: SystemScope, { date, school, json }: Flags): Promise<void> {
  if (school) {
    await getSchool(school).catch((error) => {
      throw error instanceof ServiceError
        ? new CommandFailure(`There is no school ${school}.`)
        : error;
    });
  }
  const comparison = await compareWithPlatforms({
    date,
    ...(school ? { schoolId: school } : {}),
  });
  const { findings, away } = comparison;
  // Books were opened with the platforms' keys.
  await audit(scope, "platform.reconcile", school ?? "all", {
    date,
    findings: findings.length,
    away: away.length,
  });
  print(comparison);
  if (!json) say(inWords(comparison));
  if (findings.length > 0) process.exitCode = 1;
  // Whatever was found: somebody has to ask again.
  if (away.length > 0) process.exitCode = 2;
}

/** Adds the verb that needs no noun. */
export function addReconcile(program: Command, scope: SystemScope): void {
  program
    .command("reconcile")
    .description(
      "compare our ledger of a day with the platforms' books; ends with 0 where all agrees, 1 with " +
        "findings, 2 where a platform could not be asked",
    )
    .requiredOption("--date <day>", "in UTC, such as 2026-11-21", dayFlag)
    .option("--school <school_id>", "this one only")
    .option("--json", "the document alone, without the table", false)
    .action((flags: Flags) => reconcile(scope, flags));
}
