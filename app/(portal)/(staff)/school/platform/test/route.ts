import { test } from "../forms.ts";

export const POST = test;
