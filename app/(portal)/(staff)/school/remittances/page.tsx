import { statementsPage } from "../../statements-pages.tsx";

export const metadata = { title: "Remittances" };
export default statementsPage("school");
