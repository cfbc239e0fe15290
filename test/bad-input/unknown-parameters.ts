/** Query parameters that an operation doesn't have: banks' and schools' lists reject them. */
import type { Contract } from "#lib/contract.ts";
import type { Fault } from "./faults.ts";
import { type Good, requestOf, type WrongRequest } from "./wire.ts";

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

/** Each parameter of a query twice, the second time with another spelling of its name. */
export function repeatedParameters({ query }: Contract, good: Good): WrongRequest[] {
  return Object.keys(query?.shape ?? {}).map((name) => {
    const request = requestOf(good, { query: { [name]: "1" } });
    const escaped = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    return {
      ...request,
      what: `query.${name} twice`,
      target: `${request.target}&${escaped}=1`,
      expected: { locs: [["query", name]] },
    };
  });
}
