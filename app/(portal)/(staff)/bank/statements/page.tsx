import { statementsPage } from "../../statements-pages.tsx";

export default statementsPage("bank");
