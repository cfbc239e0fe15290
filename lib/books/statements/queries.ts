/** Reads statements: a bank's, and a foundation's remittance advices. */
import type { BankScope, BankStaffScope, SchoolApiScope } from "../../auth/scopes.ts";
import { type Page, StoredJson } from "../../contract.ts";
import { streamFile } from "../../csv.ts";
import { requireRow, run } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { ServiceError } from "../../errors.ts";
import { readPage } from "../../pagination/pages.ts";
import {
  type RemittanceSummary,
  remittanceSummary,
  type StatementFilters,
  type StatementSummary,
  statementSummary,
} from "./contract.ts";
import { readPart } from "./render.ts";
import * as sql from "./sql.ts";
import { type Sums, shownSums } from "./sums.ts";

type Format = "json" | "csv" | "pdf";

/** A bank's program, or a member of its team. */
type BankReader = BankScope | BankStaffScope;

/** What every statement and section shows in the same way. */
const shown = (row: Sums & { id: string; digest: Buffer; fromAt: Date; toAt: Date }) => ({
  statement_id: row.id,
  from: row.fromAt.toISOString(),
  to: row.toAt.toISOString(),
  digest: row.digest.toString("hex"),
  ...shownSums(row),
});

const serializeStatement = (row: sql.StatementRow): StatementSummary =>
  serialize(statementSummary, row, shown(row));

const serializeRemittance = (row: sql.RemittanceRow): RemittanceSummary =>
  serialize(remittanceSummary, row, shown(row));

const BY = { at: "s.toAt", id: "s.id" } as const;

export const listStatements = (
  scope: BankReader,
  filters: StatementFilters,
): Promise<Page<StatementSummary>> =>
  readPage({
    list: "statements",
    tenant: scope.bankId,
    filters,
    rows: sql.statements.where("s.bankId", "=", scope.bankId),
    by: BY,
    show: serializeStatement,
  });

/** One page of this foundation's remittance advices, newest first. */
export const listRemittances = (
  scope: SchoolApiScope,
  filters: StatementFilters,
): Promise<Page<RemittanceSummary>> =>
  readPage({
    list: "remittances",
    tenant: scope.schoolId,
    filters,
    rows: sql.remittances.where("x.schoolId", "=", scope.schoolId),
    by: BY,
    show: serializeRemittance,
  });

/** A document as it was issued, part by part: it can be large. */
export async function* readDocument(
  statementId: string,
  schoolId: string,
  format: Format,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const body = await readPart({ statementId, schoolId, format, part });
    if (!body) return;
    yield body;
  }
}

/** How long a statement's documents take that has just been closed, mostly. */
const ISSUE_SECONDS = 10;

/** @throws ServiceError SERVICE_UNAVAILABLE while its documents aren't written */
function requireIssued<Row extends { issuedAt: Date | null }>(row: Row): Row {
  if (row.issuedAt) return row;
  const headers = { "Retry-After": String(ISSUE_SECONDS) };
  throw new ServiceError("SERVICE_UNAVAILABLE", { headers });
}

/** As it was issued, with its status now. */
async function* withStatus(document: AsyncGenerator<Uint8Array>, status: string) {
  yield Buffer.from(`{"status":${JSON.stringify(status)},`);
  let brace = 1;
  for await (const part of document) {
    yield part.subarray(brace);
    brace = 0;
  }
}

type Scope = BankReader | SchoolApiScope;

const storedJson = async (scope: Scope, id: string, schoolId: string, status: string) =>
  new StoredJson(await streamFile(scope, withStatus(readDocument(id, schoolId, "json"), status)));

/** A document of a statement, with its number in its own series. */
const fileOf = async (
  scope: Scope,
  of: { id: string; schoolId: string; number: number },
  format: Format,
) => ({
  body: await streamFile(scope, readDocument(of.id, of.schoolId, format)),
  fileName: `${of.schoolId === "" ? "statement" : "remittance"}-${of.number}.${format}`,
});

const findOfBank = ({ bankId }: BankReader, statementId: string) => {
  const own = sql.statements.where("s.bankId", "=", bankId).where("s.id", "=", statementId);
  return requireRow(own, "STATEMENT_NOT_FOUND");
};

const findOfSchool = ({ schoolId }: SchoolApiScope, statementId: string) => {
  const own = sql.remittances.where("x.schoolId", "=", schoolId).where("s.id", "=", statementId);
  return requireRow(own, "STATEMENT_NOT_FOUND");
};

/** As lists show it, also before its documents are written. @throws ServiceError STATEMENT_NOT_FOUND */
export const getStatementSummary = async (scope: BankReader, statementId: string) =>
  serializeStatement(await findOfBank(scope, statementId));

/** @throws ServiceError STATEMENT_NOT_FOUND */
export const getRemittanceSummary = async (scope: SchoolApiScope, statementId: string) =>
  serializeRemittance(await findOfSchool(scope, statementId));

const ofBank = async (scope: BankReader, statementId: string) =>
  requireIssued(await findOfBank(scope, statementId));

const ofSchool = async (scope: SchoolApiScope, statementId: string) =>
  requireIssued(await findOfSchool(scope, statementId));

/** @throws ServiceError STATEMENT_NOT_FOUND; as `streamFile` */
export async function getStatement(scope: BankScope, statementId: string): Promise<StoredJson> {
  const { status } = await ofBank(scope, statementId);
  return storedJson(scope, statementId, "", status);
}

/** @throws ServiceError STATEMENT_NOT_FOUND; as `streamFile` */
export const statementFile = async (scope: BankReader, statementId: string, format: Format) =>
  fileOf(scope, { ...(await ofBank(scope, statementId)), schoolId: "" }, format);

/** @throws ServiceError STATEMENT_NOT_FOUND; as `streamFile` */
export async function getRemittance(
  scope: SchoolApiScope,
  statementId: string,
): Promise<StoredJson> {
  const { status } = await ofSchool(scope, statementId);
  return storedJson(scope, statementId, scope.schoolId, status);
}

/** @throws ServiceError STATEMENT_NOT_FOUND; as `streamFile` */
export const remittanceFile = async (scope: SchoolApiScope, statementId: string, format: Format) =>
  fileOf(scope, await ofSchool(scope, statementId), format);

/** Whether there is such a statement, and a part of it for this school. @param schoolId empty for the whole */
export async function findStatement(id: string, schoolId: string): Promise<boolean> {
  const first = { statementId: id, schoolId, format: "json", part: 0 };
  return (await sql.findPart(first)).length > 0;
}

/** A bank's statements or a school's remittance advices for operators, newest first. */
export async function listAllStatements(
  { bankId, schoolId }: { bankId?: string; schoolId?: string },
  limit: number,
): Promise<(StatementSummary | RemittanceSummary)[]> {
  if (schoolId !== undefined) {
    const ofSchool = sql.remittances.where("x.schoolId", "=", schoolId);
    const rows = ofSchool.$if(bankId !== undefined, (all) =>
      all.where("s.bankId", "=", bankId as string),
    );
    return (await run(rows.orderBy("s.toAt", "desc").limit(limit))).map(serializeRemittance);
  }
  const rows = sql.statements.$if(bankId !== undefined, (all) =>
    all.where("s.bankId", "=", bankId as string),
  );
  return (await run(rows.orderBy("s.toAt", "desc").limit(limit))).map(serializeStatement);
}
