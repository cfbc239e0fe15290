/** The statement of a year as a PDF, for whoever is signed in. */
import { getStatement } from "#lib/receipts/queries.ts";
import * as contract from "#lib/receipts/statement-contract.ts";
import { statementPdf } from "#lib/receipts/statement-pdf.ts";
import { requireCardholder } from "../../../session.ts";
import { noSuchFile, pdfFile } from "../../pdf-file.ts";

type Context = { params: Promise<{ year: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const asked = contract.getStatement.params.safeParse(await params);
  if (!asked.success) return noSuchFile();
  const { year } = asked.data;
  const scope = await requireCardholder(`/statements/${year}`);
  const statement = await getStatement(scope, year);
  return pdfFile(await statementPdf(statement), `statement-${year}.pdf`);
}
