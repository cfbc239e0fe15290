import { titled } from "#app/forms/form-state.ts";
import { paymentsPage } from "../../payments-pages.tsx";
import { forms } from "./forms.ts";

export const generateMetadata = titled("Payments");
export default paymentsPage("school", forms.record);
