import { inviteForm, removeForm, revokeForm, roleForm } from "../../team-forms.ts";

export const forms = {
  invite: inviteForm("operator"),
  revoke: revokeForm("operator"),
  "[membership_id]/role": roleForm("operator"),
  "[membership_id]/remove": removeForm("operator"),
};
