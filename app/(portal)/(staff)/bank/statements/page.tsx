import { statementsPage } from "../../statements-pages.tsx";

export const metadata = { title: "Statements" };
export default statementsPage("bank");
