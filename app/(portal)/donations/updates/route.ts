/** The version of the cardholder's donations, which open pages poll. */
import { readUpdates } from "#lib/donations/history/queries.ts";
import { CHALLENGES } from "#lib/http/responses.ts";
import { currentCardholder } from "../../../session.ts";

const HEADERS = { "Cache-Control": "no-store" };

export async function GET(): Promise<Response> {
  const scope = await currentCardholder();
  if (!scope) {
    const headers = { ...HEADERS, "WWW-Authenticate": CHALLENGES.token };
    return new Response(null, { status: 401, headers });
  }
  const { version } = await readUpdates(scope);
  return Response.json({ version }, { headers: HEADERS });
}
