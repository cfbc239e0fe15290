/** A team's journal as a file: of the days of its query, or of this year. */
import { isDay } from "#app/filters.ts";
import { journalFile } from "#lib/books/journal/journal.ts";
import { csvResponse, staffFile } from "./staff-file.ts";

export const journalExport = (kind: "bank" | "school") =>
  staffFile(kind, "statements.read", { from: isDay, to: isDay }, async ({ scope, query }) => {
    const to = query.to || new Date().toISOString().slice(0, 10);
    const range = { from: query.from || `${to.slice(0, 4)}-01-01`, to };
    return csvResponse(await journalFile({ scope, action: "statements.read" }, scope, range));
  });
