import { type FormState, readQuery, recallForm, type SearchParams } from "#app/forms/form-state.ts";

/** A page's title; where its form was refused, that stands first: it is what is read out first. */
export async function titleOf(title: string, searchParams: SearchParams) {
  const state = await recallForm(await readQuery(searchParams));
  return { title: isRefused(state) ? `Error: ${title}` : title };
}

const isRefused = (state: FormState | null) =>
  state !== null && Object.keys(state.errors).length > 0;
