import { inviteForm } from "../../../team-forms.ts";

export const POST = inviteForm("operator");
