/** The gifts that match the page's filter, as a file. */
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import { giftsCsv } from "#lib/batches/files.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";
import { readGiftFilter } from "../gift-filter.ts";

const [kind, action] = ["school", "gifts.read"] as const;

async function exportGifts(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  const scope = await requireStaff(kind, action, pathname, query);
  if (!scope) return plainText(403, "Your role doesn’t include this.");
  const { filters } = await readGiftFilter(query);
  if (!filters) return plainText(400, "This filter can’t be read. Go back and check it.");
  const { body, fileName } = await giftsCsv(scope, { ...filters, limit: 1 });
  return new Response(body, { headers: fileHeaders("text/csv", fileName) });
}

export const GET = Object.assign(exportGifts, { kind, action });
