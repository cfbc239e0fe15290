/** The school list's filters, read from the URL. */
import { pathWithQuery } from "#app/paths.ts";
import {
  listPortalSchools as contract,
  type PortalSchoolFilters,
} from "#lib/schools/portal-contract.ts";

const PAGE_SIZE = "25";
const NAMES = ["search", "state", "conference", "followed"] as const;

type FilterValues = Partial<Record<(typeof NAMES)[number], string>>;

export type Filters = {
  /** As the form shows them. */
  values: FilterValues;
  /** As the domain function expects them. */
  filters: PortalSchoolFilters;
};

/** Reads the filters. Invalid ones (from an edited URL) are dropped. */
export function readFilters(query: Record<string, string>): Filters {
  const values: FilterValues = {};
  for (const name of NAMES) {
    const value = query[name]?.trim();
    if (value) values[name] = value;
  }
  const parsed = contract.query.safeParse({ ...values, limit: PAGE_SIZE });
  if (parsed.success) return { values, filters: parsed.data };
  return { values: {}, filters: contract.query.parse({ limit: PAGE_SIZE }) };
}

/** The path of the list with these filters. */
export function schoolsPath(values: FilterValues, after?: string): string {
  return pathWithQuery("/schools", { ...values, ...(after ? { after } : {}) });
}
