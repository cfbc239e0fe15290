import { saveNotifications } from "../forms.ts";

export const POST = saveNotifications;
