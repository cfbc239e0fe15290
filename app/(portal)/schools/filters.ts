/** The school list's filters, read from the URL. */
import { pathWithQuery } from "#app/path-with-query.ts";
import {
  listPortalSchools as contract,
  type PortalSchoolFilters,
} from "#lib/schools/portal-contract.ts";

const PAGE_SIZE = "25";
const NAMES = ["search", "state", "conference", "followed"] as const;

type Given = Partial<Record<(typeof NAMES)[number], string>>;

export type Filters = {
  /** As the form shows them. */
  given: Given;
  /** As the domain takes them. */
  asked: PortalSchoolFilters;
};

/** Reads the filters. Invalid ones (from an edited URL) are dropped. */
export function readFilters(query: Record<string, string>): Filters {
  const given: Given = {};
  for (const name of NAMES) {
    const value = query[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = contract.query.safeParse({ ...given, limit: PAGE_SIZE });
  if (parsed.success) return { given, asked: parsed.data };
  return { given: {}, asked: contract.query.parse({ limit: PAGE_SIZE }) };
}

/** The path of the list with these filters. */
export function addressOf(given: Given, after?: string): string {
  return pathWithQuery("/schools", { ...given, ...(after ? { after } : {}) });
}
