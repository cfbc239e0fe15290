/** Everyone on the page's list, as a file for mail merges. */
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import { toThankCsv } from "#lib/donors/acknowledgments.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";
import { readUntil } from "../until.ts";

const [kind, action] = ["school", "gifts.read"] as const;

async function exportList(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const scope = await requireStaff(kind, action, pathname, Object.fromEntries(searchParams));
  if (!scope) return plainText(403, "Your role doesn’t include this.");
  const until = readUntil(searchParams.get("until"));
  const name = `acknowledgments-${until.toISOString().slice(0, 10)}.csv`;
  return new Response(await toThankCsv(scope, until), { headers: fileHeaders("text/csv", name) });
}

export const GET = Object.assign(exportList, { kind, action });
