/** Above a list: its tabs, one search box, the filters, and what they leave. */
import type { ReactNode } from "react";
import { ButtonLink, buttonClasses } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Glyph } from "./status.tsx";

/** Of buttons beside a title. */
export const COMPACT = "min-h-5.5! gap-1 text-small wide:min-h-5!";

const TAB =
  "flex min-h-5.5 min-w-5.5 items-center gap-1 whitespace-nowrap text-quiet focus-visible:-outline-offset-3 hover:text-ink";

type Tab = { label: string; href: string; count?: number | undefined; isCurrent: boolean };

/** The parts of a list. @param children at the end, such as saved views */
export const Tabs = ({
  label,
  tabs,
  children,
}: {
  label: string;
  tabs: Tab[];
  children?: ReactNode;
}) => (
  <div className="mt-2 flex items-end gap-2 border-line border-b">
    <nav aria-label={label} className="-mb-px min-w-0 grow overflow-x-auto">
      <ul className="flex gap-3">
        {tabs.map(({ label: name, href, count, isCurrent }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isCurrent ? "page" : undefined}
              className={`${TAB} ${isCurrent ? "font-strong text-ink shadow-[inset_0_-2px_var(--ink)]" : ""}`}
            >
              {name}
              {count !== undefined && (
                <span className="figures text-fine">{count.toLocaleString("en-US")}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {children}
  </div>
);

const Kept = ({ query }: { query: Record<string, string | undefined> }) =>
  Object.entries(query).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );

type SearchProps = {
  path: string;
  /** What the search keeps: the tab and the filters. */
  query: Record<string, string | undefined>;
  placeholder: string;
  /** The fields of the filter's form, what it keeps, and whether one of them can't be read. */
  filter?: { fields: ReactNode; kept: Record<string, string | undefined>; isOpen: boolean };
};

/** Searches while one types (public/search.js): the results are what follows `.page-head`. */
export function Search({ path, query: { q = "", ...query }, placeholder, filter }: SearchProps) {
  return (
    <div className="mt-2 flex flex-wrap gap-1">
      <Form
        method="get"
        action={path}
        role="search"
        className="relative flex grow basis-24 items-center *:[svg]:absolute *:[svg]:left-1.5 *:[svg]:text-quiet"
      >
        <Kept query={query} />
        <Glyph name="search" />
        <input
          type="search"
          name="q"
          aria-label={placeholder}
          placeholder={placeholder}
          defaultValue={q}
          autoComplete="off"
          spellCheck={false}
          className="h-5.5 w-full wide:h-5 rounded-box border border-edge bg-sheet px-5 placeholder:text-quiet placeholder:opacity-100 [&::-webkit-search-cancel-button]:hidden"
        />
        <kbd className="absolute right-1.5 rounded-[4px] border border-line px-0.75 font-sans text-quiet max-wide:hidden">
          <span className="sr-only">Key: </span>/
        </kbd>
        <button type="submit" className="sr-only focus:not-sr-only">
          Search
        </button>
        <span role="status" className="sr-only" />
      </Form>
      {filter && (
        <details className="group" open={filter.isOpen} data-menu>
          <summary
            className={`list-none ${buttonClasses("quiet", `${COMPACT} group-open:border-ink`)}`}
          >
            <Glyph name="add" />
            Filter
          </summary>
          <Form
            method="get"
            action={path}
            className="absolute right-(--edge-x) z-6 mt-1 grid w-[min(35rem,100vw-2*var(--edge-x))] gap-1.5 rounded-[12px] border border-edge bg-sheet p-2.5"
          >
            <Kept query={{ q, ...filter.kept }} />
            {filter.fields}
          </Form>
        </details>
      )}
    </div>
  );
}

export type Chip = { label: string; value: ReactNode; without: string };

type ChipsProps = { chips: Chip[]; clear: string; children?: ReactNode };

/** The filters in use, each with a link without it. @param children what is left of the list */
export const Chips = ({ chips, clear, children }: ChipsProps) => (
  <div className="mt-1.5 flex min-h-4 flex-wrap items-center justify-between gap-x-2 gap-y-1">
    {chips.length > 0 && (
      <ul className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {chips.map(({ label, value, without }) => (
          <li
            key={label}
            className="flex items-center gap-1 rounded-[6px] border border-edge pl-1.5 text-quiet"
          >
            {label} <b className="text-ink wrap-anywhere">{value}</b>
            <a
              href={without}
              className="grid min-h-5.5 min-w-5.5 place-items-center text-ink wide:min-h-4 wide:min-w-4"
            >
              <span className="sr-only">Remove filter: {label}</span>
              <Glyph name="close" />
            </a>
          </li>
        ))}
        <li>
          <a href={clear} className="link inline-flex min-h-5.5 items-center wide:min-h-4">
            Clear filters
          </a>
        </li>
      </ul>
    )}
    <div className="figures ml-auto">{children}</div>
  </div>
);

/** Fields of a filter side by side. */
export const RangeField = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-end gap-x-1.5 gap-y-1">
    {children}
  </div>
);

/** The file of all that a list's filters leave. @param count null if it isn't counted */
export const ExportLink = ({ href, count }: { href: string; count: number | null }) => (
  <ButtonLink look="quiet" href={href} className={COMPACT}>
    <Glyph name="save" />
    Export{count === null ? "" : ` ${count.toLocaleString("en-US")}`}
  </ButtonLink>
);
