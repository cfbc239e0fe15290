import { readFormState, readQuery, type SearchParams } from "./form-state.ts";

/** A page's title, prefixed with "Error:" if its form was refused: screen readers announce it first. */
export async function titleOf(title: string, searchParams: SearchParams) {
  const state = await readFormState(await readQuery(searchParams));
  const isRefused = state !== null && Object.keys(state.errors).length > 0;
  return { title: isRefused ? `Error: ${title}` : title };
}
