/** All schools that accept gifts, by conference. At most a minute old. */
import { type ListedSchool, readSchoolBranding } from "./branding.ts";

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
  const byName = new Map<string, ListedSchool[]>();
  for (const school of await listActive()) {
    const members = byName.get(school.conference);
    if (members) members.push(school);
    else byName.set(school.conference, [school]);
  }
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
