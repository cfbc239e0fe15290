/** The donations that the benchmarks request. */
import type { Load } from "./load.ts";
import type { Running } from "./servers.ts";

/** A request body: to one school and without a linked account, unless changed. */
export function donationBody(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    bank_transaction_ref: "bench-[<id>]",
    dollar_amount: 25,
    points_redeemed: 2500,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
    ...changes,
  });
}

/** A load of such requests. */
export function donationsTo(
  server: Pick<Running, "base">,
  apiKey: string,
  bodies = [donationBody()],
): Load {
  const headers = { "x-service-api-key": apiKey };
  return { url: `${server.base}/v1/donations/request`, headers, bodies };
}
