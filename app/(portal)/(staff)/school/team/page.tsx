import { teamPage } from "../../team-page.tsx";

export default teamPage("school");
