import { revoke } from "../../forms.ts";

export const POST = revoke;
