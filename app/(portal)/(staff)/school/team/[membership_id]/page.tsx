import { titled } from "#app/forms/form-state.ts";
import { memberPage } from "../../../member-page.tsx";

export const generateMetadata = titled("Member");

export default memberPage("school");
