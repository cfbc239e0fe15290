/** Reads a school's funds as its team and programs see them. */
import type { SchoolApiScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { type Connection, run } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { kysely } from "../../database/tables.ts";
import { dollarsOrNull } from "../../money.ts";
import { wholeList } from "../../pagination/pages.ts";
import { type SchoolFund, schoolFund } from "./contract.ts";

/** All funds of a school in its own order, retired ones last. */
export const readFunds = (schoolId: string, on?: Connection) =>
  run(
    kysely
      .selectFrom("fund")
      .select(["fundId", "name", "description", "deductibility", "goodFaithValueCents"])
      .select(["minimumCents", "platformCode", "attractionId", "venueId", "retiredAt", "position"])
      .where("schoolId", "=", schoolId)
      .orderBy((of) => of("retiredAt", "is not", null))
      .orderBy("position")
      .orderBy("fundId"),
    on,
  );

export type FundRow = Awaited<ReturnType<typeof readFunds>>[number];

export async function readFundCodes(
  schoolId: string,
  on?: Connection,
): Promise<Record<string, string>> {
  const funds = await readFunds(schoolId, on);
  return Object.fromEntries(
    funds.flatMap(({ fundId, platformCode: code }) => (code === null ? [] : [[fundId, code]])),
  );
}

export const serializeFund = (row: FundRow): SchoolFund =>
  serialize(schoolFund, row, {
    good_faith_value_usd: dollarsOrNull(row.goodFaithValueCents),
    minimum_donation_usd: dollarsOrNull(row.minimumCents),
  });

export async function listFunds({ schoolId }: SchoolApiScope): Promise<Page<SchoolFund>> {
  return wholeList((await readFunds(schoolId)).map(serializeFund));
}
