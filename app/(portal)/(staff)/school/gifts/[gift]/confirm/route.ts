import { confirm } from "../../forms.ts";

export const POST = confirm;
