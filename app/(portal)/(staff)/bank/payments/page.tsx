import { paymentsPage } from "../../payments-pages.tsx";
import { forms } from "./forms.ts";

export default paymentsPage("bank", forms.record);
