import { paymentPage } from "../../../payments-pages.tsx";

export default paymentPage("bank", null);
