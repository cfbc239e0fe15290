/** How schools look: their names, monograms, and colors. Almost every page shows some, so they are read together. */
import { db } from "../database/prisma.ts";
import { monogramLetters } from "./monogram-letters.ts";

export type SchoolLook = {
  school_id: string;
  name: string;
  /** Two to four letters. */
  monogram: string;
  /** As `#rrggbb`, primary color first. */
  colors: string[];
};

const FRESH_FOR_MS = 60_000;
const NEEDED = { id: true, name: true, monogram: true, colors: true } as const;

type Row = { id: string; name: string; monogram: string | null; colors: string[] };

const lookOf = ({ id, name, monogram, colors }: Row): SchoolLook => ({
  school_id: id,
  name,
  monogram: monogram ?? monogramLetters(name),
  colors,
});

let read: { at: number; bySchool: Promise<Map<string, SchoolLook>> } | undefined;

async function readAll(): Promise<Map<string, SchoolLook>> {
  const schools = await db().school.findMany({ select: NEEDED });
  return new Map(schools.map((school) => [school.id, lookOf(school)]));
}

/** The looks of all schools, at most a minute old. */
export function readSchoolLooks(): Promise<Map<string, SchoolLook>> {
  if (!read || Date.now() - read.at > FRESH_FOR_MS) {
    read = { at: Date.now(), bySchool: readAll() };
    // A failure is not cached.
    read.bySchool.catch(() => {
      read = undefined;
    });
  }
  return read.bySchool;
}

/** A school's look, or null. One that was added within the last minute is looked up. */
export async function findSchoolLook(schoolId: string): Promise<SchoolLook | null> {
  const known = (await readSchoolLooks()).get(schoolId);
  if (known) return known;
  const school = await db().school.findUnique({ where: { id: schoolId }, select: NEEDED });
  return school && lookOf(school);
}
