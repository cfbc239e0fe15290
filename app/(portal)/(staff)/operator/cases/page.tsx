import { casesPage } from "../../case-pages.tsx";

export const metadata = { title: "Cases" };

export default casesPage("operator");
