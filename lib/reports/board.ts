/** A month or a year for a foundation's board, as a PDF that names no donor. */
import type { SchoolScope } from "../auth/scopes.ts";
import { formatDay } from "../dates.ts";
import { env } from "../env.ts";
import { asCents, sumOfCents } from "../money.ts";
import type { Document } from "../receipts/documents.ts";
import type { BoardReport } from "../receipts/drawing/board-pdf.ts";
import { drawingTurn, withCardholderLimit } from "../receipts/drawing/queue.ts";
import { draw } from "../receipts/drawing/threads.ts";
import { findSchoolBranding } from "../schools/branding.ts";
import { fileNameOf } from "./period.ts";
import { readBoardReport } from "./queries.ts";

type Read = Awaited<ReturnType<typeof readBoardReport>>;

/** A board's report stays short, however many funds there are. */
const MAX_GROUPS = 12;

type Groups = Read["report"]["funds"];

/**
 * The largest groups, and the others as one. Those of the period before are included, so both columns sum to
 * the totals.
 */
function topGroups(groups: Groups, previous: Groups, noun: string): BoardReport["funds"] {
  const before = new Map(previous.map(({ key, cents }) => [key, cents]));
  const gone = previous.filter(({ key }) => !groups.some((group) => group.key === key));
  const none = { count: 0, cents: asCents(0) };
  const rows = [...groups, ...gone.map((group) => ({ ...group, ...none }))].map((group) => ({
    name: group.name ?? group.key ?? "Not one of the foundation’s funds",
    count: group.count,
    cents: group.cents,
    before: before.get(group.key) ?? none.cents,
  }));
  const rest = rows.slice(MAX_GROUPS);
  if (rest.length < 2) return rows;
  const sum = {
    name: `${rest.length} other ${noun}`,
    count: rest.reduce((all, { count }) => all + count, 0),
    cents: sumOfCents(rest.map(({ cents }) => cents)),
    before: sumOfCents(rest.map((row) => row.before)),
  };
  return [...rows.slice(0, MAX_GROUPS), sum];
}

function contentOf({ school, period, before, report, previous, largest }: Read): BoardReport {
  return {
    foundation: school.foundationName,
    school: school.name,
    period: period.name,
    through: period.isOpen ? formatDay(school.today) : null,
    before: before.name,
    issued_at: new Date().toISOString(),
    time_zone: school.timeZone,
    confirmed: report.confirmed,
    previous: previous.confirmed,
    waiting: report.waiting,
    refused: report.refused,
    funds: topGroups(report.funds, previous.funds, "funds"),
    banks: topGroups(report.banks, previous.banks, "banks"),
    largest: largest.map(({ day, ...gift }) => ({ ...gift, day: formatDay(day) })),
    specimen: env().environment === "sandbox",
  };
}

/** @throws ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE */
export function boardDocument(
  scope: SchoolScope,
  query: Record<string, string>,
): Promise<Document> {
  const { tenant } = scope;
  return withCardholderLimit(tenant, drawingTurn.report(tenant), async () => {
    const [read, look] = await Promise.all([
      readBoardReport(scope, query),
      findSchoolBranding(scope.schoolId),
    ]);
    const body = await draw({ kind: "board", content: { ...contentOf(read), look } });
    return { body, fileName: fileNameOf("board-report", read.period, "pdf") };
  });
}
