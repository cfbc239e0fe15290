/** The signed-in cardholder's year statement as a PDF. */
import { rememberedTimeZone } from "#app/cookies.ts";
import { statementDocument } from "#lib/receipts/documents.ts";
import * as contract from "#lib/receipts/statements/contract.ts";
import { requireCardholder } from "../../../session.ts";
import { fileNotFound, pdfResponse } from "../../pdf-file.ts";

export const policy = { document: "pdf" };

type Context = { params: Promise<{ year: string }> };

const { getStatement } = contract;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const parsed = getStatement.params.safeParse(await params);
  const part = getStatement.query.safeParse(Object.fromEntries(searchParams));
  if (!parsed.success || !part.success) return fileNotFound();
  const scope = await requireCardholder(pathname, Object.fromEntries(searchParams));
  const zone = await rememberedTimeZone();
  return pdfResponse(statementDocument(scope, parsed.data.year, part.data.page, zone));
}
