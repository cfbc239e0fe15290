/** Reading schools. They are the same for every tenant; the scope says only that one was shown. */
import type { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope, CardholderScope, SystemScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey, readCursor } from "../cursor.ts";
import { db } from "../db.ts";
import { ServiceError } from "../errors.ts";
import { pageOf } from "../pages.ts";
import { fold, likeLiteral } from "../text.ts";
import type { School, SchoolDetail, SchoolFilters } from "./contract.ts";
import { serializeSchool, serializeSchoolDetail } from "./serialize.ts";

type AnyScope = BankScope | CardholderScope | SystemScope;

async function donatedCentsOf(schoolIds: string[]): Promise<Map<string, number>> {
  const sums = await db().schoolTotal.groupBy({
    by: ["schoolId"],
    where: { schoolId: { in: schoolIds } },
    _sum: { donatedCents: true },
  });
  return new Map(sums.map((sum) => [sum.schoolId, Number(sum._sum.donatedCents ?? 0)]));
}

function whereOf(filters: SchoolFilters): Prisma.SchoolWhereInput {
  const { search, state, conference, active } = filters;
  return {
    active,
    ...(state === undefined ? {} : { state: state.toUpperCase() }),
    ...(conference === undefined
      ? {}
      : { conference: { equals: conference, mode: "insensitive" } }),
    ...(search ? { searchText: { contains: likeLiteral(fold(search)) } } : {}),
  };
}

/** One page of schools by name, then id. */
export async function listSchools(_scope: AnyScope, filters: SchoolFilters): Promise<Page<School>> {
  const key = listKey("schools", "", filters);
  const where = whereOf(filters);
  const after = filters.cursor === undefined ? undefined : readCursor(key, filters.cursor);
  const behind: Prisma.SchoolWhereInput = after
    ? { OR: [{ sortKey: { gt: after[0] } }, { sortKey: after[0], id: { gt: after[1] } }] }
    : {};
  const [rows, total] = await Promise.all([
    db().school.findMany({
      where: { AND: [where, behind] },
      orderBy: [{ sortKey: "asc" }, { id: "asc" }],
      // One more than asked for tells whether there is a next page.
      take: filters.limit + 1,
      include: { _count: { select: { funds: true } } },
    }),
    db().school.count({ where }),
  ]);
  const donated = await donatedCentsOf(rows.map((row) => row.id));
  return pageOf(
    { key, limit: filters.limit },
    rows,
    total,
    (row) => [row.sortKey, row.id],
    (row) => serializeSchool(row, row._count.funds, donated.get(row.id) ?? 0),
  );
}

/** A school with its funds, active or not. @throws ServiceError SCHOOL_NOT_FOUND */
export async function getSchool(_scope: AnyScope, schoolId: string): Promise<SchoolDetail> {
  const row = await db().school.findUnique({
    where: { id: schoolId },
    include: { funds: { orderBy: { position: "asc" } } },
  });
  if (!row) throw new ServiceError("SCHOOL_NOT_FOUND");
  const donated = await donatedCentsOf([row.id]);
  return serializeSchoolDetail(row, donated.get(row.id) ?? 0);
}
