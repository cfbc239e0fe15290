import { statementPage } from "../../../statements-pages.tsx";

export const metadata = { title: "Statement" };
export default statementPage("bank");
