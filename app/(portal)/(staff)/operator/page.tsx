import { overviewPage } from "../overview-page.tsx";

export default overviewPage("operator");
