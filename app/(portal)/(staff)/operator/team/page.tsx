import { titled } from "#app/forms/form-state.ts";
import { teamPage } from "../../team-page.tsx";

export const generateMetadata = titled("Team");

export default teamPage("operator");
