import { type Query, titleOf } from "#app/forms/form-state.ts";
import { memberPage } from "../../../member-page.tsx";

export const generateMetadata = ({ searchParams }: Query) => titleOf("Member", searchParams);

export default memberPage("bank");
