import { Button } from "#components/ui/button.tsx";

/**
 * A search field and button for a GET form. public/search.js searches as the reader types or changes other
 * fields of the form, without losing focus. Without JavaScript, the button searches.
 */
export function SearchBox({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-end gap-1">
      <div className="relative min-w-0 grow basis-24">
        <label htmlFor={id} className="block font-strong">
          {label}
        </label>
        <input
          id={id}
          name={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          defaultValue={value}
          className="mt-1 block h-6 w-full rounded-box border border-edge bg-sheet px-1.5 text-base text-ink"
        />
        {/* globals.css dims the results below. */}
        <span className="sr-only" role="status" />
      </div>
      <Button look="quiet">Search</Button>
    </div>
  );
}
