/** All schools that accept gifts, by conference. */
import { type ListedSchool, readSchoolLooks } from "./looks.ts";

export type Conference = {
  name: string;
  /** Its name in the address of its part of the page of schools. */
  anchor: string;
  schools: ListedSchool[];
};

const anchorOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** The largest conference first, equally large ones by name; each one's schools by name. At most a minute old. */
export async function listConferences(): Promise<Conference[]> {
  const byName = new Map<string, ListedSchool[]>();
  for (const school of (await readSchoolLooks()).values()) {
    if (!school.active) continue;
    const others = byName.get(school.conference);
    if (others) others.push(school);
    else byName.set(school.conference, [school]);
  }
  return [...byName]
    .map(([name, schools]) => ({ name, anchor: anchorOf(name), schools }))
    .sort((a, b) => b.schools.length - a.schools.length || (a.name < b.name ? -1 : 1));
}
