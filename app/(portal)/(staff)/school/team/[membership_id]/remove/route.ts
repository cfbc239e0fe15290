import { removeForm } from "../../../../team-forms.ts";

export const POST = removeForm("school");
