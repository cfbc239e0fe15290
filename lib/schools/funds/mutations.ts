/** A school's own changes to its funds. */
import { type Actor, type AuditDetails, audit } from "../../auth/audit.ts";
import { recheckCaller } from "../../auth/permissions.ts";
import type { SchoolApiScope } from "../../auth/scopes.ts";
import { affected, run } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError, type Violation, violation } from "../../errors.ts";
import { toCents } from "../../money.ts";
import { fold } from "../../text.ts";
import { differences, requireShown, versionOf } from "../../version-shown.ts";
import { renewApproval } from "../participation/receipts.ts";
import { type FundChanges, MAX_FUNDS, type NewFund, type SchoolFund } from "./contract.ts";
import { type FundRow, readFunds, serializeFund } from "./queries.ts";

/** Changes of one school's funds wait for each other. */
const lockFunds = (tx: Transaction, schoolId: string) => advisoryLock(tx, `funds:${schoolId}`);

const updateFund = (schoolId: string, fundId: string, columns: Partial<FundRow>) =>
  kysely
    .updateTable("fund")
    .set(columns)
    .where("schoolId", "=", schoolId)
    .where("fundId", "=", fundId);

/** Runs a change with all funds of the school. */
const changing = <Result>(
  scope: SchoolApiScope,
  change: (tx: Transaction, funds: FundRow[]) => Promise<Result>,
): Promise<Result> =>
  transaction(async (tx) => {
    await lockFunds(tx, scope.schoolId);
    await recheckCaller(tx, scope, "funds.change");
    return change(tx, await readFunds(scope.schoolId, tx));
  });

/** Gifts name a fund by its ID or name, so no two funds in use may share either. */
function nameViolations({ fundId, name, retiredAt }: FundRow, others: FundRow[]): Violation[] {
  const key = name.toLowerCase();
  const isTaken = others.some((other) => {
    const otherKey = other.name.toLowerCase();
    return !other.retiredAt && (otherKey === key || other.fundId === key || otherKey === fundId);
  });
  if (retiredAt || !isTaken) return [];
  return [violation(["body", "name"], "Another fund of the school has this name or ID")];
}

function valueViolations({ deductibility, goodFaithValueCents }: FundRow): Violation[] {
  const needsValue = deductibility === "quid_pro_quo";
  if (needsValue === (goodFaithValueCents !== null)) return [];
  const msg = needsValue
    ? "A fund with the class quid_pro_quo needs the value of its benefits"
    : "Only a fund with the class quid_pro_quo has a value of benefits";
  return [violation(["body", "good_faith_value_usd"], msg)];
}

/** @throws InvalidInput with all violations */
function requireValid(fund: FundRow, funds: FundRow[]): void {
  const others = funds.filter(({ fundId }) => fundId !== fund.fundId);
  const violations = [...nameViolations(fund, others), ...valueViolations(fund)];
  if (violations.length > 0) throw new InvalidInput(violations);
}

const MAX_ID_LENGTH = 60;

/** An ID made from the name that no fund of the school has, neither as its ID nor as its name. */
function makeFundId(name: string, funds: FundRow[]): string {
  const words = fold(name).match(/[a-z0-9]+/g) ?? ["fund"];
  const base = words.join("-").slice(0, MAX_ID_LENGTH).replace(/-$/, "");
  const names = funds.flatMap((fund) => [fund.fundId, fund.name.toLowerCase()]);
  // The page that creates funds is among the pages of funds.
  const taken = new Set(["create", ...names]);
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  return id;
}

/** Undefined stays undefined, so that the column isn't changed. */
const centsOf = (usd: number | null | undefined) => (usd == null ? usd : toCents(usd));

function columnsOf(request: Omit<FundChanges, "retired">) {
  const { name, description, deductibility, good_faith_value_usd: value } = request;
  // The value of benefits belongs to its class.
  const isCleared = deductibility !== undefined && deductibility !== "quid_pro_quo";
  const columns = {
    name,
    description,
    deductibility,
    goodFaithValueCents: centsOf(value === undefined && isCleared ? null : value),
    minimumCents: centsOf(request.minimum_donation_usd),
    platformCode: request.platform_code,
    attractionId: request.attraction_id,
    venueId: request.venue_id,
  };
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<FundRow>;
}

/**
 * Creates a fund, last in the school's order.
 * @throws ServiceError TOO_MANY_FUNDS; InvalidInput
 */
export function createFund(scope: SchoolApiScope, request: NewFund): Promise<SchoolFund> {
  return changing(scope, async (tx, funds) => {
    if (funds.length >= MAX_FUNDS) throw new ServiceError("TOO_MANY_FUNDS");
    const { name, description, deductibility } = request;
    const fund: FundRow = {
      goodFaithValueCents: null,
      minimumCents: null,
      platformCode: null,
      attractionId: null,
      venueId: null,
      ...columnsOf(request),
      name,
      description,
      deductibility,
      fundId: makeFundId(name, funds),
      retiredAt: null,
      position: Math.max(-1, ...funds.map(({ position }) => position)) + 1,
    };
    requireValid(fund, funds);
    const { schoolId } = scope;
    const row = { ...fund, schoolId, editedAt: new Date() };
    await run(kysely.insertInto("fund").values(row), tx);
    const created = serializeFund(fund);
    await audit(tx, scope, "fund.create", fund.fundId, created);
    if ("membershipId" in scope) await renewApproval(tx, scope);
    return created;
  });
}

/** Whether receipts say something else after a change of these fields. */
const changesTax = (details: AuditDetails) =>
  ["deductibility", "good_faith_value_usd", "retired_at"].some((field) => field in details);

/**
 * Changes, retires, or reinstates a fund. Gifts that were accepted before keep the terms they were given under.
 * @param shown the version that the change is based on; any other is refused, at the field `shown`
 * @throws ServiceError FUND_NOT_FOUND, LAST_FUND; InvalidInput
 */
export function changeFund(
  scope: SchoolApiScope,
  fundId: string,
  { retired, ...request }: FundChanges,
  shown?: string,
): Promise<SchoolFund> {
  return changing(scope, async (tx, funds) => {
    const before = funds.find((fund) => fund.fundId === fundId);
    if (!before) throw new ServiceError("FUND_NOT_FOUND");
    requireShown(shown, versionOf(serializeFund(before)));
    const isRetired = retired ?? before.retiredAt !== null;
    const retiredAt = isRetired ? (before.retiredAt ?? new Date()) : null;
    const fund: FundRow = { ...before, ...columnsOf(request), retiredAt };
    requireValid(fund, funds);
    const isLast = !before.retiredAt && funds.filter((each) => !each.retiredAt).length === 1;
    if (isRetired && isLast) throw new ServiceError("LAST_FUND");
    const details = differences(serializeFund(before), serializeFund(fund));
    if (Object.keys(details).length === 0) return serializeFund(before);
    const columns = { ...fund, fundId: undefined, editedAt: new Date() };
    await affected(updateFund(scope.schoolId, fundId, columns), tx);
    await audit(tx, scope, "fund.change", fundId, details);
    if ("membershipId" in scope && changesTax(details)) await renewApproval(tx, scope);
    return serializeFund(fund);
  });
}

/**
 * Sets the codes of some of a school's funds, for the operator. The directory import still updates those funds.
 * @param codes by the funds' IDs
 * @throws ServiceError FUND_NOT_FOUND
 */
export async function setFundCodes(
  tx: Transaction,
  by: Actor,
  schoolId: string,
  codes: Record<string, string>,
): Promise<void> {
  await lockFunds(tx, schoolId);
  for (const [fundId, platformCode] of Object.entries(codes)) {
    const update = updateFund(schoolId, fundId, { platformCode });
    if ((await affected(update, tx)) === 0) throw new ServiceError("FUND_NOT_FOUND");
    const concerned = { ...by, schoolIds: [schoolId] };
    await audit(tx, concerned, "fund.change", fundId, { platform_code: platformCode });
  }
}
