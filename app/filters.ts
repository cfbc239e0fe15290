/** The filters of a page or file: which values each takes. An unknown one is refused, as the API refuses it. */
import { day } from "#lib/fields.ts";

export type Filters = Record<string, (value: string) => boolean>;

export const anyText = () => true;
export const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);
export const isDay = (value: string) => day.safeParse(value).success;

/** What other parameters are for: a form that came back, a message, a place in a list, and a link's origin. */
const NO_FILTER = /^(again|done|after|utm_\w+)$/;

/** The filters that a query uses, in their order. */
export const chosenFilters = <Name extends string>(
  query: Record<string, string>,
  filters: Record<Name, unknown>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const value = query[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;

/** Why the query can't be read; null if it can. An empty value is a filter that isn't used. */
export function filterProblem(query: Record<string, string>, filters: Filters): string | null {
  for (const [name, value] of Object.entries(query)) {
    if (NO_FILTER.test(name)) continue;
    if (!Object.hasOwn(filters, name)) return `“${name.slice(0, 60)}” isn’t a filter here.`;
    if (value.trim() !== "" && !filters[name]?.(value.trim())) {
      return `“${value.slice(0, 60)}” isn’t a value of the filter “${name}”.`;
    }
  }
  return null;
}
