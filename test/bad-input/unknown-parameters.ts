/** Query parameters that an operation doesn't have: banks' and schools' lists reject them. */
import type { Contract } from "#lib/contract.ts";
import type { Fault } from "./faults.ts";

const NAMES = [
  "",
  "q",
  "search",
  "emails",
  "amount",
  "page",
  "offset",
  "sort",
  "fields",
  "_",
  "__proto__",
  "constructor",
  "toString",
  "Limit",
  "limit ",
  " limit",
  "limit[]",
  "limit.x",
  "l\u0130mit",
  "bankUserId",
  "serviceUserId",
  "STATUS",
  "x".repeat(2_000),
];

/** @returns none for an operation that ignores them */
export function unknownParameters({ auth, list, query }: Contract): Fault[] {
  const isStrict = auth === "key" || (auth === "school" && query !== undefined);
  if (!isStrict || !list) return [];
  const names = NAMES.filter((name) => !Object.hasOwn(query?.shape ?? {}, name));
  return names.map((name) => ({
    what: `unknown parameter ${JSON.stringify(name.slice(0, 60))}`,
    touches: [`query.${name}`],
    change: { query: Object.fromEntries([[name, "x"]]) },
    locs: [["query", name]],
  }));
}
