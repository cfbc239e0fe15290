import { endOtherSessions } from "../../forms.ts";

export const POST = endOtherSessions;
