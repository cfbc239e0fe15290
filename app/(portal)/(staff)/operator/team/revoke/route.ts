import { revokeForm } from "../../../team-forms.ts";

export const POST = revokeForm("operator");
