import { titled } from "#app/forms/form-state.ts";
import { paymentPage } from "../../../payments-pages.tsx";

export const generateMetadata = titled("Payment");
export default paymentPage("bank", null);
