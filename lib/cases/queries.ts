/** Reads cases. A team's queries have its scope, so another's aren't found. */
import { validate as isUuid } from "uuid";
import {
  type CardholderScope,
  ownerOf,
  type SchoolScope,
  type StaffScope,
} from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { onlyRow, run, runForOne } from "../database/run.ts";
import { env } from "../env.ts";
import { readPage } from "../pagination/pages.ts";
import { type CaseRow, casesOf, casesOfDonor, isOpen } from "./sql.ts";

/** Who answered, as donors know them. */
export function answererOf({ answeredFor, bankName, foundationName }: Answerer): string {
  if (answeredFor?.startsWith("bank:")) return bankName;
  return answeredFor?.startsWith("school:") ? foundationName : env().brandName;
}

type Answerer = Pick<CaseRow, "answeredFor" | "bankName" | "foundationName">;

type CasePage = { limit: number; cursor?: string | undefined };

export const listCases = (
  scope: StaffScope,
  { areOpen, ...filters }: CasePage & { areOpen: boolean },
): Promise<Page<CaseRow>> =>
  readPage({
    list: areOpen ? "cases" : "ended-cases",
    tenant: ownerOf(scope),
    filters,
    rows: casesOf(scope).where(isOpen, "=", areOpen),
    by: { at: "k.createdAt", id: "k.id" },
    show: (row) => row,
  });

/** For every page's rail. */
export const countOpenCases = async (scope: StaffScope): Promise<number> =>
  onlyRow(
    await run(
      casesOf(scope)
        .clearSelect()
        .select((of) => of.fn.countAll<number>().as("count"))
        .where(isOpen, "=", true),
    ),
  ).count;

/** Null if the team may see none with this ID. */
export const findCase = async (scope: StaffScope, id: string): Promise<CaseRow | null> =>
  (isUuid(id) && (await runForOne(casesOf(scope).where("k.id", "=", id)))) || null;

const latest = <Row>(query: { orderBy(column: "k.createdAt", order: "desc"): Row }) =>
  query.orderBy("k.createdAt", "desc");

/** The latest case about a gift of the school; null if there is none. */
export const findCaseOfGift = async (scope: SchoolScope, donationId: string) =>
  (await runForOne(latest(casesOf(scope).where("k.donationId", "=", donationId)).limit(1))) ?? null;

/** The same, of the donor's own gift. */
export const findOwnCase = async ({ cardholderId }: CardholderScope, donationId: string) =>
  (await runForOne(latest(casesOfDonor(cardholderId, donationId)).limit(1))) ?? null;
