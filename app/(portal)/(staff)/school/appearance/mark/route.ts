import { uploadMark } from "../forms.ts";

export const POST = uploadMark;
