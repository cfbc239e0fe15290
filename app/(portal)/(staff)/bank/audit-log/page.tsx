import { auditLogPage } from "../../audit-log-page.tsx";

export default auditLogPage("bank");
