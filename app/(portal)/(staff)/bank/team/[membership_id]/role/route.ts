import { roleForm } from "../../../../team-forms.ts";

export const POST = roleForm("bank");
