/** Reads schools. They are the same for every tenant; the scope only proves that there is one. */
import type { Prisma } from "../../generated/prisma/client.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey, readCursor } from "../cursor.ts";
import { db } from "../database/prisma.ts";
import { ServiceError } from "../errors.ts";
import { asCents } from "../money.ts";
import { pageOf } from "../pagination/pages.ts";
import type { PortalSchool, School, SchoolDetail, SchoolFilters, SchoolQuery } from "./contract.ts";
import type { PortalSchoolFilters } from "./portal-contract.ts";
import { matchSchools } from "./search.ts";
import { serializeSchool, serializeSchoolDetail } from "./serialize.ts";
import { readSchoolTotals } from "./totals.ts";

/** Conferences with this name in any case, by equality. */
async function conferencesCalled(name: string): Promise<Prisma.StringFilter> {
  const rows = await db().school.findMany({
    distinct: ["conference"],
    select: { conference: true },
  });
  const key = name.toLowerCase();
  return { in: rows.map((row) => row.conference).filter((each) => each.toLowerCase() === key) };
}

async function searched(query: SchoolQuery): Promise<Prisma.SchoolWhereInput> {
  const { search, state, conference } = query;
  return {
    ...(state === undefined ? {} : { state: state.toUpperCase() }),
    ...(conference === undefined ? {} : { conference: await conferencesCalled(conference) }),
    ...(search ? (await matchSchools(search)).where : {}),
  };
}

/** @param key identifies the list for cursors; @param chosen conditions besides the search */
async function readSchools(
  key: string,
  query: SchoolQuery,
  chosen: Prisma.SchoolWhereInput,
): Promise<Page<School>> {
  const where: Prisma.SchoolWhereInput = { AND: [await searched(query), chosen] };
  const after = query.cursor === undefined ? undefined : readCursor(key, query.cursor);
  const behind: Prisma.SchoolWhereInput = after
    ? { OR: [{ sortKey: { gt: after[0] } }, { sortKey: after[0], id: { gt: after[1] } }] }
    : {};
  const [rows, total] = await Promise.all([
    db().school.findMany({
      where: { AND: [where, behind] },
      orderBy: [{ sortKey: "asc" }, { id: "asc" }],
      // One more than requested shows whether there is a next page.
      take: query.limit + 1,
      include: { _count: { select: { funds: true } } },
    }),
    db().school.count({ where }),
  ]);
  const donated = await readSchoolTotals(rows.map((row) => row.id));
  return pageOf(
    { key, limit: query.limit },
    rows,
    { total, found: rows.length },
    (row) => [row.sortKey, row.id],
    (row) => serializeSchool(row, row._count.funds, donated.get(row.id) ?? asCents(0)),
  );
}

async function readInOrder(ids: string[]): Promise<School[]> {
  const [rows, donated] = await Promise.all([
    db().school.findMany({
      where: { id: { in: ids } },
      include: { _count: { select: { funds: true } } },
    }),
    readSchoolTotals(ids),
  ]);
  const order = new Map(ids.map((id, at) => [id, at]));
  return rows
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map((row) => serializeSchool(row, row._count.funds, donated.get(row.id) ?? asCents(0)));
}

/** One page of schools by name, then id. */
export async function listSchools(filters: SchoolFilters): Promise<Page<School>> {
  const { active, ...query } = filters;
  return readSchools(listKey("schools", "", filters), query, { active });
}

async function followedAmong(cardholderId: string, schoolIds: string[]): Promise<Set<string>> {
  const rows = await db().followedSchool.findMany({
    where: { cardholderId, schoolId: { in: schoolIds } },
    select: { schoolId: true },
  });
  return new Set(rows.map(({ schoolId }) => schoolId));
}

/** Active schools, or the followed ones: an inactive one can be unfollowed. */
function chosenBy(cardholderId: string, followed: boolean | undefined): Prisma.SchoolWhereInput {
  if (followed) return { followers: { some: { cardholderId } } };
  return followed === undefined
    ? { active: true }
    : { active: true, followers: { none: { cardholderId } } };
}

/** The same for a cardholder, with whether they follow each school. */
export async function listPortalSchools(
  { cardholderId }: CardholderScope,
  filters: PortalSchoolFilters,
): Promise<Page<PortalSchool>> {
  const { followed, ...query } = filters;
  const key = listKey("portal-schools", cardholderId, filters);
  const page = await readSchools(key, query, chosenBy(cardholderId, followed));
  const ids = page.items.map((school) => school.school_id);
  const among = await followedAmong(cardholderId, ids);
  const items = page.items.map((school) => ({
    ...school,
    followed: among.has(school.school_id),
  }));
  return { ...page, items };
}

/** The active schools that a text means, best match first, then by name. `total` counts all of them. */
export async function searchSchools(
  search: string,
  limit: number,
): Promise<{ items: School[]; total: number }> {
  const match = await matchSchools(search);
  const matched = await db().school.findMany({
    where: { AND: [match.where, { active: true }] },
    select: { id: true, searchText: true },
    orderBy: [{ sortKey: "asc" }, { id: "asc" }],
  });
  const ranked = matched.map((school) => ({ id: school.id, rank: match.relevance(school) }));
  // Sorting is stable: equally good ones stay by name.
  const ids = ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  return { items: await readInOrder(ids.slice(0, limit)), total: ids.length };
}

/** A school with its funds, active or not. @throws ServiceError SCHOOL_NOT_FOUND */
export async function getSchool(schoolId: string): Promise<SchoolDetail> {
  const row = await db().school.findUnique({
    where: { id: schoolId },
    include: { funds: { orderBy: { position: "asc" } } },
  });
  if (!row) throw new ServiceError("SCHOOL_NOT_FOUND");
  const donated = await readSchoolTotals([row.id]);
  return serializeSchoolDetail(row, donated.get(row.id) ?? asCents(0));
}
