import { endSession } from "../../forms.ts";

export const POST = endSession;
