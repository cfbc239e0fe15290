import { begin } from "../forms.ts";

export const POST = begin;
