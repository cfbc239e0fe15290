import { inviteForm, removeForm, revokeForm, roleForm } from "../../team-forms.ts";

export const forms = {
  invite: inviteForm("school"),
  revoke: revokeForm("school"),
  "[membership_id]/role": roleForm("school"),
  "[membership_id]/remove": removeForm("school"),
};
