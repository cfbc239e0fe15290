/** A specimen of the foundation's receipts. `fund`: for a gift to this one. */
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import { previewReceipt } from "#lib/receipts/preview.ts";
import { pdfResponse } from "../../../../pdf-file.ts";

const access = { kind: "school", action: "settings.read" } as const;

export const GET = Object.assign(async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  const scope = await requireStaff(access.kind, access.action, pathname, query);
  if (!scope) return plainText(403, "Your role doesn’t include this.");
  return pdfResponse(previewReceipt(scope, query.fund));
}, access);
