/** `status` and `sweep`: what's waiting or stuck, and requeueing overdue work. */
import type { Command } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { findUncertified } from "#lib/certification/record.ts";
import { sweepNow } from "#lib/operations/actions.ts";
import { type OperationsView, readOperations } from "#lib/operations/view.ts";
import { printable } from "#lib/text.ts";
import { print, say, table } from "./output.ts";

const HEADS = ["what", "about", "since", "why", "npm run -s admin --"];

const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** The free disk space, and who is refused because of it. */
function describeDisk(disk: OperationsView["disk"]): string[] {
  if (!disk) return [];
  const { level, freeBytes, totalBytes, largestWriter: most } = disk;
  const space = `Disk: ${inGb(freeBytes)} of ${inGb(totalBytes)} free.`;
  if (level === "ok") return [space];
  const writer = most ? ` ${most.name} (${most.bankId}) has stored the most today.` : "";
  const refused = level === "low" ? "The largest writer is refused." : "Everything new is refused.";
  return [`${space} ${refused}${writer}`];
}

function summarize({ disk, waiting, incidents, ...view }: OperationsView): string {
  const rows = incidents.flatMap(({ kind, shown }) =>
    shown.map(({ about, since, reason, command }) => [
      kind,
      about,
      since.toISOString(),
      reason ?? "",
      command,
    ]),
  );
  const hidden = incidents
    .filter(({ count, shown }) => count > shown.length)
    .map(({ kind, count, shown }) => `${kind}: ${count - shown.length} more.`);
  const flows = Object.entries(waiting).map(([what, { count, oldestAt }]) =>
    oldestAt ? `${count} ${what} since ${oldestAt.toISOString()}` : `no ${what}`,
  );
  return [
    ...(rows.length > 0 ? [table(HEADS, rows)] : []),
    ...hidden,
    ...describeDisk(disk),
    `Waiting: ${flows.join(", ")}. Last settled: ${view.lastSettledAt?.toISOString() ?? "never"}.`,
    view.needsAttention ? "Needs attention." : "Nothing needs attention.",
  ].join("\n");
}

type Uncertified = Awaited<ReturnType<typeof findUncertified>>[number];

const describeUncertified = ({ bankId, name, certifiedAt }: Uncertified) =>
  `${printable(name)} (${bankId}) has live keys, and ${certifiedAt ? "an old" : "no"} certification.`;

export function addStatus(program: Command, scope: SystemScope): void {
  program
    .command("status")
    .description("show what's waiting, what's stuck, and the command that fixes it")
    .option("--json", "only the JSON document, without the table", false)
    .action(async ({ json }: { json: boolean }) => {
      const view = await readOperations();
      const uncertified = await findUncertified();
      print({ ...view, uncertified });
      if (!json) say([summarize(view), ...uncertified.map(describeUncertified)].join("\n"));
    });
  program
    .command("sweep")
    .description("request late work again")
    .command("run")
    .description(
      "request everything that's late immediately; this also happens every minute automatically",
    )
    .action(async () => print({ requested: await sweepNow(scope) }));
}
