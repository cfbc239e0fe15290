/** What both ways of asking the API in process tests go through. */
import type { Contract } from "#lib/contract.ts";

/** `/v1/donations/{donation_id}` → what such a path looks like. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
}

/** The operation that an address belongs to; a fixed path comes before one with a parameter. */
function contractOf(contracts: Contract[], method: string, path: string): Contract {
  const fitting = contracts.filter((c) => c.method === method && patternOf(c.path).test(path));
  const found = fitting.find((c) => c.path === path) ?? fitting[0];
  if (!found) throw new Error(`${method} ${path} is no documented operation`);
  return found;
}

/** `fetch` that holds every answer against its contract. @throws AssertionError where it breaks it */
export async function fetchDocumented(request: Request): Promise<Response> {
  // Loaded when used: the browser tests' configuration reads this file too, outside of Vitest.
  const [{ contracts }, { expectDocumented }] = await Promise.all([
    import("#app/openapi.json/contracts.ts"),
    import("../api.ts"),
  ]);
  const response = await fetch(request);
  const contract = contractOf(contracts, request.method, new URL(request.url).pathname);
  expectDocumented(contract, response.status, await response.clone().json());
  return response;
}
