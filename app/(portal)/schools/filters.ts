/** What the list is narrowed down to, as the address says it. */
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

/** Reads them. What cannot be one (an address that somebody has changed) counts as not there. */
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

/** The address of the list, narrowed down like that. */
export function addressOf(given: Given, after?: string): string {
  return pathWithQuery("/schools", { ...given, ...(after ? { after } : {}) });
}
