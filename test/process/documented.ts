/** Validates the API's responses, for both kinds of clients in process tests. */
import type { Contract } from "#lib/contract.ts";

/** `/v1/donations/{donation_id}` → a pattern that matches such paths. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
}

/** The operation of a URL; a fixed path takes precedence over one with a parameter. */
function contractOf(contracts: Contract[], method: string, path: string): Contract {
  const candidates = contracts.filter((c) => c.method === method && patternOf(c.path).test(path));
  const found = candidates.find((c) => c.path === path) ?? candidates[0];
  if (!found) throw new Error(`${method} ${path} isn't a documented operation`);
  return found;
}

/** `fetch` that validates every response. @throws AssertionError if one violates its contract */
export async function fetchDocumented(request: Request): Promise<Response> {
  // Loaded lazily, since the browser tests' configuration also reads this file, outside Vitest.
  const [{ contracts }, { expectDocumented }] = await Promise.all([
    import("#app/openapi.json/contracts.ts"),
    import("../api.ts"),
  ]);
  const response = await fetch(request);
  const contract = contractOf(contracts, request.method, new URL(request.url).pathname);
  expectDocumented(contract, response.status, await response.clone().json());
  return response;
}
