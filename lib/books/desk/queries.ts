/** What teams see of the books: statements line by line, payments with what they cover, and what is due. */
import { validate as isUuid } from "uuid";
import type { StaffScope } from "../../auth/scopes.ts";
import { onlyRow, run, runForOne } from "../../database/run.ts";
import { type Cents, sumOfCents } from "../../money.ts";
import { readPage } from "../../pagination/pages.ts";
import { NO_COUNT } from "../../pagination/totals.ts";
import { PAYEE_WAIT_HOURS } from "../../schools/participation/mutations.ts";
import { agreement, statusOf } from "../payments/queries.ts";
import { readAging, readDue } from "../payments/sql.ts";
import * as statements from "../statements/queries.ts";
import * as sql from "./sql.ts";

export type { Close, Line, PartyScope } from "./sql.ts";

type At = { limit: number; cursor: string | undefined };

/** A bank's statements or a foundation's remittance advices, newest first. */
export const listSummaries = async (scope: sql.PartyScope, at: At) =>
  scope.kind === "bank"
    ? statements.listStatements(scope, at)
    : statements.listRemittances(scope, at);

/** One of them. @throws ServiceError STATEMENT_NOT_FOUND */
export const getSummary = async (scope: sql.PartyScope, id: string) =>
  scope.kind === "bank"
    ? { bank_id: scope.bankId, ...(await statements.getStatementSummary(scope, id)) }
    : statements.getRemittanceSummary(scope, id);

export type Summary = Awaited<ReturnType<typeof getSummary>>;

export const readSections = (scope: sql.PartyScope, id: string) =>
  run(sql.sectionsOf(scope, id, PAYEE_WAIT_HOURS));

/** One page of a statement's lines, or of those that a payment covers, in the order of posting. */
export function listLines(
  scope: sql.PartyScope,
  of: Summary | ListedPayment,
  { schoolId, ...filters }: At & { schoolId?: string | undefined },
) {
  const only = scope.kind === "school" ? scope.schoolId : schoolId;
  const [list, rows] =
    "statement_id" in of
      ? [of.statement_id, sql.linesIn({ ...of, bankId: of.bank_id, schoolId: only })]
      : [of.id, sql.linesCoveredBy(of.id)];
  const show = (row: sql.Line) => row;
  const by = { at: "t.postedAt", id: "t.id", isAscending: true } as const;
  const tenant = scope.tenant;
  return readPage({ list: `${list} ${only}`, tenant, filters, rows, by, total: NO_COUNT, show });
}

/** A payment, its status, and how it agrees with what the other side says. */
const showPayment = (row: sql.PaymentRow) => ({
  ...row,
  status: statusOf(row),
  agreement: agreement(row),
});

export type ListedPayment = ReturnType<typeof showPayment>;

/** One page of a team's payments, newest first; of all for the operator. */
export const listOwnPayments = (scope: StaffScope, filters: sql.PaymentSearch & At) =>
  readPage({
    list: "own-payments",
    tenant: scope.tenant,
    filters,
    rows: sql.ownPayments(scope, filters),
    by: { at: "p.recordedAt", id: "p.id" },
    total: NO_COUNT,
    show: showPayment,
  });

/** One of them; null if it's not this team's. */
export async function findOwnPayment(scope: StaffScope, id: string) {
  const row = isUuid(id) && (await runForOne(sql.ownPayments(scope, {}).where("p.id", "=", id)));
  return row ? showPayment(row) : null;
}

export const listCounterparties = (scope: sql.PartyScope) => run(sql.counterparties(scope));

/** What is due between a team and another by the last statement, less what was paid since. */
export async function dueBetween(scope: sql.PartyScope, other: string): Promise<Cents> {
  const [bankId, schoolId] =
    scope.kind === "bank" ? [scope.bankId, other] : [other, scope.schoolId];
  return onlyRow(await readDue({ bankId, schoolId })).closingCents;
}

/** How many pairs and banks a page shows. */
const MAX_SHOWN = 200;

/** What is due and overdue, per pair: the most overdue first. The operator sees all of them. */
export async function listAging(scope: StaffScope) {
  const bankId = scope.kind === "bank" ? scope.bankId : null;
  const rows = await readAging({
    bankId,
    schoolId: scope.kind === "school" ? scope.schoolId : null,
  });
  const pairs = rows.map((row) => {
    const overdue = sumOfCents([row.to30, row.to60, row.to90, row.over]);
    return { ...row, overdue, total: sumOfCents([row.notDue, overdue]) };
  });
  return pairs.sort((a, b) => b.overdue - a.overdue || b.total - a.total).slice(0, MAX_SHOWN);
}

export type Aging = Awaited<ReturnType<typeof listAging>>[number];

/** For a team's rail. */
export const countToDo = async (scope: sql.PartyScope): Promise<number> =>
  onlyRow(await run(sql.countToDo(scope))).count;

export const listCloses = () => run(sql.closes(MAX_SHOWN));
