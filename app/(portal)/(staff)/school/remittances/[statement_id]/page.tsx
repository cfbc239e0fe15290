import { statementPage } from "../../../statements-pages.tsx";

export const metadata = { title: "Remittance advice" };
export default statementPage("school");
