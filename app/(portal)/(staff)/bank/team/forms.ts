import { inviteForm, removeForm, revokeForm, roleForm } from "../../team-forms.ts";

export const forms = {
  invite: inviteForm("bank"),
  revoke: revokeForm("bank"),
  "[membership_id]/role": roleForm("bank"),
  "[membership_id]/remove": removeForm("bank"),
};
