import { selectRegions } from "./sql.ts";

export type SchoolRegions = { states: string[]; conferences: string[] };

/** The states and conferences with schools that accept donations, sorted. */
export async function listSchoolRegions(): Promise<SchoolRegions> {
  const [places] = await selectRegions({});
  return places ?? { states: [], conferences: [] };
}
