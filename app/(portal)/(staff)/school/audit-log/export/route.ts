import { auditLogExport } from "../../../audit-log-export.ts";

export const GET = auditLogExport("school");
