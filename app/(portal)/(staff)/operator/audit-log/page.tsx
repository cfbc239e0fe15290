import { auditLogPage } from "../../audit-log-page.tsx";

export const metadata = { title: "Audit log" };

export default auditLogPage("operator");
