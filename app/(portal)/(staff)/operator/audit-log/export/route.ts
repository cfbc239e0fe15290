import { auditLogExport } from "../../../audit-log-page.tsx";

export const GET = auditLogExport("operator");
