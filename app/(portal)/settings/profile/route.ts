import { saveProfile } from "../forms.ts";

export const POST = saveProfile;
