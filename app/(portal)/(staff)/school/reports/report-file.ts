/** A school's report as a file, for the period in the URL. */
import { plainText } from "#app/plain-text.ts";
import { requireStaff } from "#app/session.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";

const kind = "school";
const action = "reports.read";

/** @param respond makes the file for a member who may have it */
export function reportFile(
  respond: (scope: SchoolScope, query: Record<string, string>) => Promise<Response>,
) {
  async function GET(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const query = Object.fromEntries(searchParams);
    const scope = await requireStaff(kind, action, pathname, query);
    return scope ? respond(scope, query) : plainText(403, "Your role doesn’t include this.");
  }
  return Object.assign(GET, { kind, action } as const);
}

type File = { body: BodyInit; fileName: string };

export const reportCsvFile = (
  make: (scope: SchoolScope, query: Record<string, string>) => Promise<File>,
) =>
  reportFile(async (scope, query) => {
    const { body, fileName } = await make(scope, query);
    return new Response(body, { headers: fileHeaders("text/csv", fileName) });
  });
