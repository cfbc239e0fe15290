/** Above a list: its tabs, one search box, the filters, and what they leave. */
import type { ReactNode } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Glyph } from "./status.tsx";

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
  <div className="desk-tabs">
    <nav aria-label={label}>
      <ul>
        {tabs.map(({ label: name, href, count, isCurrent }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? "page" : undefined}>
              {name}
              {count !== undefined && <span>{count.toLocaleString("en-US")}</span>}
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

/** public/desk.js searches while one types, with the form `data-live`. */
export function Search({ path, query: { q = "", ...query }, placeholder, filter }: SearchProps) {
  return (
    <search className="desk-search">
      <form method="get" action={path} data-live>
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
        />
        <kbd>
          <span className="sr-only">Key: </span>/
        </kbd>
        <button type="submit" className="sr-only focus:not-sr-only">
          Search
        </button>
        <span className="sr-only" role="status" />
      </form>
      {filter && (
        <details className="desk-filter" open={filter.isOpen}>
          <summary className={`list-none ${buttonClasses("quiet")}`}>
            <Glyph name="add" />
            Filter
          </summary>
          <Form method="get" action={path}>
            <Kept query={{ q, ...filter.kept }} />
            {filter.fields}
          </Form>
        </details>
      )}
    </search>
  );
}

export type Chip = { label: string; value: ReactNode; without: string };

type ChipsProps = { chips: Chip[]; clear: string; children?: ReactNode };

/** The filters in use, each with a link without it. @param children what is left of the list */
export const Chips = ({ chips, clear, children }: ChipsProps) => (
  <div className="chips">
    {chips.length > 0 && (
      <ul>
        {chips.map(({ label, value, without }) => (
          <li key={label}>
            {label} <b>{value}</b>
            <a href={without}>
              <span className="sr-only">Remove filter: {label}</span>
              <Glyph name="close" />
            </a>
          </li>
        ))}
        <li>
          <a href={clear} className="link">
            Clear filters
          </a>
        </li>
      </ul>
    )}
    {children}
  </div>
);

/** Two fields of a range, with one label. */
export const RangeField = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="range">
    <span aria-hidden="true">{label}</span>
    {children}
  </div>
);
