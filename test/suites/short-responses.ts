import { expect } from "vitest";
import { MAX_VIOLATIONS } from "#lib/errors.ts";
import { send } from "../api.ts";
import type { HeavyRequest } from "../heavy-requests.ts";

/** The response names a few violations, no matter how many a body has. */
export async function expectShortResponses(requests: HeavyRequest[]): Promise<void> {
  for (const { name, operation, options } of requests) {
    const response = await send(operation, await options());
    const text = await response.text();
    expect(response.status, name).toBeLessThan(500);
    expect(text.length, name).toBeLessThan(32_000);
    const { detail = [] } = JSON.parse(text) as { detail?: unknown[] };
    expect(detail.length, name).toBeLessThanOrEqual(MAX_VIOLATIONS);
  }
}
