import { selectRegions } from "./sql.ts";

export type SchoolPlaces = { states: string[]; conferences: string[] };

/** The states and the conferences in which there is a school that takes donations now, in order. */
export async function listSchoolPlaces(): Promise<SchoolPlaces> {
  const [places] = await selectRegions({});
  return places ?? { states: [], conferences: [] };
}
