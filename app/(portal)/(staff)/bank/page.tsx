import { overviewPage } from "../overview-page.tsx";

export const metadata = { title: "Overview" };

export default overviewPage("bank");
