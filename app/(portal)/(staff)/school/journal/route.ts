import { journalExport } from "../../journal-export.ts";

export const GET = journalExport("school");
