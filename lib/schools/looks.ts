/** How schools look: their names, monograms, and colors. Almost every page shows some, so they are read together. */
import { db } from "../database/prisma.ts";
import { perProcess } from "../singleton.ts";
import type { SchoolLook } from "./contract.ts";

export type ListedSchool = SchoolLook & { state: string; conference: string; active: boolean };

const FRESH_FOR_MS = 60_000;
const NEEDED = {
  id: true,
  name: true,
  monogram: true,
  colors: true,
  state: true,
  conference: true,
  active: true,
} as const;

type Row = Omit<ListedSchool, "school_id" | "monogram"> & { id: string; monogram: string | null };
type Listed = Map<string, ListedSchool>;

/**
 * The monogram of a school that has none, one to three letters: all capital letters of the name if there are few,
 * otherwise one per word.
 */
export function monogramLetters(name: string): string {
  const words = name.normalize("NFKD").match(/[A-Za-z]+/g) ?? [];
  const capitals = words.map((word) => word.replace(/[^A-Z]/g, ""));
  const all = capitals.join("");
  const letters = all.length <= 3 ? all : capitals.map((of) => of.charAt(0)).join("");
  return letters.slice(0, 3) || name.charAt(0).toUpperCase();
}

const lookOf = ({ id, monogram, ...rest }: Row): ListedSchool => ({
  ...rest,
  school_id: id,
  monogram: monogram ?? monogramLetters(rest.name),
});

const cache = perProcess<{ at: number; bySchool?: Promise<Listed> }>("school looks", () => ({
  at: 0,
}));

async function readAll(): Promise<Listed> {
  const schools = await db().school.findMany({
    select: NEEDED,
    orderBy: [{ sortKey: "asc" }, { id: "asc" }],
  });
  return new Map(schools.map((school) => [school.id, lookOf(school)]));
}

/** The looks of all schools by name, at most a minute old. */
export function readSchoolLooks(): Promise<Listed> {
  const { at, bySchool } = cache();
  if (bySchool && Date.now() - at <= FRESH_FOR_MS) return bySchool;
  const reading = readAll();
  cache.replace({ at: Date.now(), bySchool: reading });
  // A failure is not cached.
  reading.catch(() => cache.reset());
  return reading;
}

/** A school's look, or null. One that was added within the last minute is looked up. */
export async function findSchoolLook(schoolId: string): Promise<SchoolLook | null> {
  const known = (await readSchoolLooks()).get(schoolId);
  if (known) return known;
  const school = await db().school.findUnique({ where: { id: schoolId }, select: NEEDED });
  return school && lookOf(school);
}
