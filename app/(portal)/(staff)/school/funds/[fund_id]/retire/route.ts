import { retire } from "../../forms.ts";

export const POST = retire;
