import { memberPage } from "../../../member-page.tsx";

export default memberPage("operator");
