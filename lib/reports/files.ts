/** Reports as CSV files. */
import type { SchoolApiScope } from "../auth/scopes.ts";
import { everyBatch, FIRST_ID, streamCsv, tableOf, toCsv } from "../csv.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import type { Sharing } from "../donations/sharing.ts";
import { toDecimalString } from "../money.ts";
import { fileNameOf, type Period, readPeriod, timesOf } from "./period.ts";
import { type Report, readReport, readReportSchool } from "./queries.ts";
import * as sql from "./sql.ts";

type OfSchool = Pick<SchoolApiScope, "schoolId">;
type Query = Record<string, string>;

const COLUMNS = ["period_from", "period_to", "group", "key", "name", "gifts", "amount"];

function rowsOf({ first, last, unit }: Period, report: Report): string[][] {
  const row = (group: string, { count, cents, ...of }: sql.Sum & Partial<sql.Group>) => {
    const key = group === "month" ? of.key?.slice(0, 7) : of.key;
    return [first, last, group, key ?? "", of.name ?? "", String(count), toDecimalString(cents)];
  };
  return [
    row("confirmed", { ...report.confirmed, key: null }),
    row("waiting", { ...report.waiting, key: null }),
    row("refused", { ...report.refused, key: null }),
    ...report.times.map((one) => row(unit, one)),
    ...report.funds.map((one) => row("fund", one)),
    ...report.banks.map((one) => row("bank", one)),
  ];
}

/** A period's sums, each on a line. `group` says what the line sums. */
export async function reportCsv(scope: OfSchool, query: Query) {
  const school = await readReportSchool(scope);
  const period = readPeriod(query, school.today, school.fiscalYearMonth);
  const rows = rowsOf(period, await readReport(scope, school, period));
  return {
    body: toCsv([COLUMNS, ...rows], { bom: true }),
    fileName: fileNameOf("report", period, "csv"),
  };
}

const STATUSES: Record<string, string> = {
  completed: "confirmed",
  pending: "waiting",
  failed: "refused",
};

const SHARED: Record<Sharing, string> = {
  name: "name and email",
  address: "name, email, and postal address",
  nothing: "nothing",
};

const GIVEN = tableOf<sql.GivenGift>({
  date_given: ({ given }) => given,
  gift_number: ({ id }) => giftNumberOf(id),
  donation_id: ({ id }) => id,
  amount: ({ netCents }) => toDecimalString(netCents),
  reversed: ({ reversedCents }) => toDecimalString(reversedCents),
  fund: ({ fund }) => fund,
  bank: ({ bank }) => bank,
  status: ({ status }) => STATUSES[status] ?? status,
  date_confirmed: ({ confirmed }) => confirmed ?? "",
  confirmation_number: ({ confirmationNumber }) => confirmationNumber ?? "",
  date_refused: ({ refused }) => refused ?? "",
  gift_date: ({ giftDate }) => giftDate ?? "",
  donor_shared: ({ shared }) => (shared === null ? "no donor known" : SHARED[shared]),
});

const PAGE = 500;

function readGiven({ schoolId }: OfSchool, period: Period, timeZone: string) {
  const { from: first, to } = timesOf(period, timeZone);
  return everyBatch(
    (after) => sql.findGivenGifts({ schoolId, to, timeZone, limit: PAGE, ...after }),
    { from: first, after: FIRST_ID },
    (last) => ({ from: last.createdAt, after: last.id }),
  );
}

/** The gifts that were given in a period, oldest first, without their donors. Read as the client reads. */
export async function givenCsv(scope: SchoolApiScope, query: Query) {
  const { today, timeZone, fiscalYearMonth } = await readReportSchool(scope);
  const period = readPeriod(query, today, fiscalYearMonth);
  const gifts = readGiven(scope, period, timeZone);
  const reader = { scope, action: "reports.read" } as const;
  const body = await streamCsv(reader, GIVEN, gifts, { bom: true });
  return { body, fileName: fileNameOf("gifts-given", period, "csv") };
}
