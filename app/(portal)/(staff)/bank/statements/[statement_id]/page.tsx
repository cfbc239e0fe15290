import { statementPage } from "../../../statements-pages.tsx";

export default statementPage("bank");
