import { paymentPage } from "../../../payments-pages.tsx";
import { forms } from "../forms.ts";

export default paymentPage("school", forms["[payment_id]/return"]);
