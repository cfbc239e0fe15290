import { approveForm, declineForm } from "../../correction-forms.tsx";

export const forms = {
  approve: approveForm("operator"),
  decline: declineForm("operator"),
};
