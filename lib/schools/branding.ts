/** School names, monograms, and colors. Almost every page shows some, so all of them are cached. */
import type { Prisma } from "../../generated/prisma/client.ts";
import { db } from "../database/prisma.ts";
import { keptFor } from "../memoized.ts";
import { perProcess } from "../singleton.ts";
import type { MotifName } from "./art/motifs.ts";
import type { SchoolBranding } from "./contract.ts";

export type ListedSchool = SchoolBranding & { state: string; conference: string; active: boolean };

const CACHE_TTL_MS = 60_000;
const COLUMNS = {
  id: true,
  name: true,
  monogram: true,
  colors: true,
  motif: true,
  mark: { select: { type: true } },
  state: true,
  conference: true,
  active: true,
} as const;

type Row = Prisma.SchoolGetPayload<{ select: typeof COLUMNS }>;
type BrandingById = Map<string, ListedSchool>;

/**
 * Derives a monogram of one to three letters for a school without one: all capital letters of the name if there are
 * at most three, otherwise the first one of each word.
 */
export function monogramLetters(name: string): string {
  const words = name.normalize("NFKD").match(/[A-Za-z]+/g) ?? [];
  const capitals = words.map((word) => word.replace(/[^A-Z]/g, ""));
  const all = capitals.join("");
  const letters = all.length <= 3 ? all : capitals.map((word) => word.charAt(0)).join("");
  return letters.slice(0, 3) || name.charAt(0).toUpperCase();
}

const brandingOf = ({ id, monogram, motif, mark, ...rest }: Row): ListedSchool => ({
  ...rest,
  school_id: id,
  motif: motif as MotifName,
  hasMark: mark !== null,
  monogram: monogram ?? monogramLetters(rest.name),
});

async function readAll(): Promise<BrandingById> {
  const schools = await db().school.findMany({
    select: COLUMNS,
    orderBy: [{ sortKey: "asc" }, { id: "asc" }],
  });
  return new Map(schools.map((school) => [school.id, brandingOf(school)]));
}

const kept = perProcess("school looks", () => keptFor(CACHE_TTL_MS, readAll));

/** The branding of all schools, sorted by name, at most a minute old. */
export const readSchoolBranding = (): Promise<BrandingById> => kept()();

/** A school's branding, or null. A school that isn't cached yet is read from the database. */
export async function findSchoolBranding(schoolId: string): Promise<ListedSchool | null> {
  const known = (await readSchoolBranding()).get(schoolId);
  if (known) return known;
  const school = await db().school.findUnique({ where: { id: schoolId }, select: COLUMNS });
  return school && brandingOf(school);
}

export type Conference = {
  name: string;
  /** The URL fragment of its section on the schools page. */
  anchor: string;
  schools: ListedSchool[];
};

const listActive = async () =>
  [...(await readSchoolBranding()).values()].filter(({ active }) => active);

const anchorOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Conferences by size, largest first, ties by name; schools by name. */
export async function listConferences(): Promise<Conference[]> {
  const byName = Map.groupBy(await listActive(), ({ conference }) => conference);
  return [...byName]
    .map(([name, schools]) => ({ name, anchor: anchorOf(name), schools }))
    .sort((a, b) => b.schools.length - a.schools.length || (a.name < b.name ? -1 : 1));
}

export type SchoolRegions = { states: string[]; conferences: string[] };

/** The states and conferences with schools that accept donations, sorted. */
export async function listSchoolRegions(): Promise<SchoolRegions> {
  const schools = await listActive();
  const sorted = (names: string[]) => [...new Set(names)].sort();
  return {
    states: sorted(schools.map(({ state }) => state)),
    conferences: sorted(schools.map(({ conference }) => conference)),
  };
}
