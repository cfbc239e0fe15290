import { casesPage } from "../../case-pages.tsx";

export default casesPage("operator");
