import { titled } from "#app/forms/form-state.ts";
import { paymentPage } from "../../../payments-pages.tsx";
import { forms } from "../forms.ts";

export const generateMetadata = titled("Payment");
export default paymentPage("school", forms["[payment_id]/return"]);
