import { type Query, titleOf } from "#app/forms/form-state.ts";
import { teamPage } from "../../team-page.tsx";

export const generateMetadata = ({ searchParams }: Query) => titleOf("Team", searchParams);

export default teamPage("operator");
