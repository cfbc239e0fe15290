/** Reads schools, which are the same for every tenant. */
import type {
  Fund as FundRow,
  Prisma,
  School as SchoolRow,
} from "../../generated/prisma/client.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey, type Position, positionAfter } from "../cursor.ts";
import { db } from "../database/prisma.ts";
import { serialize } from "../database/serialize.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { asCents, dollarsOrNull, toDollars } from "../money.ts";
import { pageOf } from "../pagination/pages.ts";
import { likeLiteral } from "../text.ts";
import {
  type Fund,
  fund,
  type PortalSchool,
  type School,
  type SchoolDetail,
  type SchoolFilters,
  type SchoolQuery,
  school,
} from "./contract.ts";
import type { PortalSchoolFilters } from "./portal-contract.ts";
import { matchSchools } from "./search.ts";
import { readSchoolTotals } from "./totals.ts";

const IN_USE = { retiredAt: null };
const WITH_FUND_COUNT = { _count: { select: { funds: { where: IN_USE } } } };
type CountedRow = SchoolRow & { _count: { funds: number } };

/** Returns a serializer for these rows, with each school's public total. */
async function serializerFor(rows: CountedRow[]): Promise<(row: CountedRow) => School> {
  const totals = await readSchoolTotals(rows.map((row) => row.id));
  return (row) =>
    serialize(school, row, {
      school_id: row.id,
      logo_url: `${env().publicBaseUrl}/monograms/${row.id}.svg`,
      minimum_donation_usd: toDollars(asCents(row.minimumDonationCents)),
      fund_count: row._count.funds,
      total_raised_usd: toDollars(totals.get(row.id) ?? asCents(0)),
    });
}

const conditionsOf = ({ state, conference }: SchoolQuery): Prisma.SchoolWhereInput => ({
  state: state?.toUpperCase(),
  conference: conference && { equals: likeLiteral(conference), mode: "insensitive" },
});

const isAfter = ([key, id]: Position, [otherKey, otherId]: Position) =>
  key === otherKey ? id > otherId : key > otherKey;

/**
 * A page by name, or if searched, best match first. There are few enough schools that it's cut from all that match.
 * @param key identifies the list for cursors
 * @param filter conditions in addition to the query's
 */
async function readSchools(
  key: string,
  query: SchoolQuery,
  filter: Prisma.SchoolWhereInput,
): Promise<Page<School>> {
  const { search, cursor, limit } = query;
  const after = positionAfter(key, cursor);
  const ranks = search ? await matchSchools(search) : undefined;
  const positionOf = ({ id, sortKey }: SchoolRow): Position => [
    ranks ? `${ranks.get(id)} ${sortKey}` : sortKey,
    id,
  ];
  const matching = ranks ? { id: { in: [...ranks.keys()] } } : {};
  const where = { AND: [conditionsOf(query), matching, filter] };
  const found = await db().school.findMany({ where, include: WITH_FUND_COUNT });
  const rows = found
    .filter((row) => !after || isAfter(positionOf(row), after))
    .sort((a, b) => (isAfter(positionOf(a), positionOf(b)) ? 1 : -1))
    // One more shows whether there is a next page.
    .slice(0, limit + 1);
  const page = { rows, total: found.length };
  return pageOf({ key, limit }, page, positionOf, await serializerFor(rows));
}

/** One page of schools: by name, or if searched, best match first. */
export async function listSchools(filters: SchoolFilters): Promise<Page<School>> {
  const { active, ...query } = filters;
  return readSchools(listKey("schools", "", filters), query, { active });
}

async function findFollowed(cardholderId: string, schoolIds: string[]): Promise<Set<string>> {
  const rows = await db().followedSchool.findMany({
    where: { cardholderId, schoolId: { in: schoolIds } },
    select: { schoolId: true },
  });
  return new Set(rows.map(({ schoolId }) => schoolId));
}

/** Active schools, or the followed ones, which include inactive ones so that they can be unfollowed. */
function filterBy(cardholderId: string, followed: boolean | undefined): Prisma.SchoolWhereInput {
  if (followed) return { followers: { some: { cardholderId } } };
  return { active: true, ...(followed === false && { followers: { none: { cardholderId } } }) };
}

/** One page of schools for a cardholder, with whether they follow each. */
export async function listPortalSchools(
  { cardholderId }: CardholderScope,
  filters: PortalSchoolFilters,
): Promise<Page<PortalSchool>> {
  const { followed, ...query } = filters;
  const key = listKey("portal-schools", cardholderId, filters);
  const page = await readSchools(key, query, filterBy(cardholderId, followed));
  const ids = page.items.map((school) => school.school_id);
  const followedIds = await findFollowed(cardholderId, ids);
  const items = page.items.map((school) => ({
    ...school,
    followed: followedIds.has(school.school_id),
  }));
  return { ...page, items };
}

const serializeFund = (row: FundRow, schoolMinimumCents: bigint): Fund =>
  serialize(fund, row, {
    good_faith_value_usd: dollarsOrNull(row.goodFaithValueCents),
    minimum_donation_usd:
      (row.minimumCents ?? 0n) > schoolMinimumCents ? dollarsOrNull(row.minimumCents) : null,
  });

/** A school with its funds in its own order, active or not. @throws ServiceError SCHOOL_NOT_FOUND */
export async function getSchool(schoolId: string): Promise<SchoolDetail> {
  const row = await db().school.findUnique({
    where: { id: schoolId },
    include: { funds: { where: IN_USE, orderBy: [{ position: "asc" }, { fundId: "asc" }] } },
  });
  if (!row) throw new ServiceError("SCHOOL_NOT_FOUND");
  const counted = { ...row, _count: { funds: row.funds.length } };
  const serialize = await serializerFor([counted]);
  return {
    ...serialize(counted),
    foundation_name: row.foundationName,
    website_url: row.websiteUrl,
    colors: row.colors,
    description: row.description,
    funds: row.funds.map((each) => serializeFund(each, row.minimumDonationCents)),
  };
}

export const isFollowing = async (scope: CardholderScope, schoolId: string): Promise<boolean> =>
  (await findFollowed(scope.cardholderId, [schoolId])).has(schoolId);
