/** All operations of the API, as our server calls them: by their contracts' paths and methods. */
import type { Operation } from "#lib/http/endpoint.ts";
import { operationRoute } from "#lib/http/route-policy.ts";
import { bankOperations } from "./bank.ts";
import { portalOperations } from "./portal.ts";
import { schoolOperations } from "./school.ts";

const all: Operation[] = [...bankOperations, ...portalOperations, ...schoolOperations];

const byPath = Map.groupBy(all, ({ contract }) => contract.path);

export const operations = [...byPath].map(([path, ofPath]) => ({
  ...operationRoute(path),
  module: Object.fromEntries(ofPath.map((one) => [one.contract.method, one])),
}));
