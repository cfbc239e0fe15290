/** Tells an open page of the portal whether anything has become of one's donations. */
import { readOwnNews } from "#lib/donations/own-queries.ts";
import { currentCardholder } from "../../../session.ts";

const HEADERS = { "Cache-Control": "no-store" };

export async function GET(): Promise<Response> {
  const scope = await currentCardholder();
  if (!scope) return new Response(null, { status: 401, headers: HEADERS });
  const { version } = await readOwnNews(scope);
  return Response.json({ version }, { headers: HEADERS });
}
