import { selectRegions } from "./sql.ts";

export type SchoolRegions = { states: string[]; conferences: string[] };

/** The states and the conferences in which there is a school that takes donations now, in order. */
export async function listSchoolRegions(): Promise<SchoolRegions> {
  const [places] = await selectRegions({});
  return places ?? { states: [], conferences: [] };
}
