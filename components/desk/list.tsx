/** Rows to work with. A list is declared as data: its columns, and what a selection may do. */
import type { ReactNode } from "react";
import { Glyph } from "./status.tsx";

export type Column<Row> = {
  label: string;
  /** How wide it is, and where it goes as the list gets narrow (desk.css). One column takes the rest. */
  as:
    | "rest"
    | "text"
    | "amount"
    | "status"
    | "fund"
    | "date"
    | "number"
    | "count"
    | "entry"
    | "action";
  cell: (row: Row) => ReactNode;
  /** Where its heading leads, and how it's sorted now. */
  sort?: { href: string; now: "ascending" | "descending" | null };
};

/** What a row adds to a selection: its dollars, the actions that it allows, and what to warn of. */
export type Selectable = { value: string; cents: number; can: string; warning?: string };

export type ListProps<Row> = {
  caption: string;
  columns: (Column<Row> | false)[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** The row's own page, which its first cell links to. */
  hrefOf?: (row: Row) => string;
  /** The form of the selection's bar, and what each row's checkbox is called. */
  select?: { form: string; of: (row: Row) => Selectable; labelOf: (row: Row) => string };
  /** What doesn't fit in a cell, or what's wrong with the row, and the ways out. */
  noteOf?: (row: Row) => ReactNode;
};

const SORTED = { ascending: "up", descending: "down" } as const;

function Head<Row>({ label, as, sort }: Column<Row>) {
  return (
    <th scope="col" className={`as-${as}`} aria-sort={sort?.now ?? undefined}>
      {sort ? (
        <a href={sort.href} className={sort.now ? `sorted-${SORTED[sort.now]}` : undefined}>
          {label}
          {sort.now && <Glyph name="down" />}
        </a>
      ) : (
        label
      )}
    </th>
  );
}

type CheckProps = { label: string; selectable?: Selectable; form: string };

const Check = ({ label, selectable, form }: CheckProps) => (
  <label className="check">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      form={form}
      {...(selectable
        ? {
            name: "selected",
            value: selectable.value,
            "data-cents": selectable.cents,
            "data-can": selectable.can,
            "data-warning": selectable.warning,
          }
        : { "data-select-all": "" })}
    />
  </label>
);

function Row<Row>({ row, list }: { row: Row; list: ListProps<Row> & { shown: Column<Row>[] } }) {
  const { shown, hrefOf, select, noteOf } = list;
  const [first, ...others] = shown;
  const note = noteOf?.(row);
  return (
    <tr>
      {select && (
        <td className="as-check">
          <Check label={select.labelOf(row)} selectable={select.of(row)} form={select.form} />
        </td>
      )}
      <th scope="row" className={`as-${first?.as}`}>
        {hrefOf ? (
          <a href={hrefOf(row)} data-row>
            {first?.cell(row)}
          </a>
        ) : (
          first?.cell(row)
        )}
      </th>
      {others.map(({ label, as, cell }) => (
        <td key={label} className={`as-${as}`}>
          {cell(row)}
        </td>
      ))}
      {note && <td className="as-note">{note}</td>}
    </tr>
  );
}

export function List<Item>(list: ListProps<Item>) {
  const { caption, columns, rows, keyOf, select } = list;
  const shown = columns.filter((column) => column !== false);
  return (
    <div className="list">
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {select && (
              <td className="as-check">
                <Check label="Select all on this page" form={select.form} />
              </td>
            )}
            {shown.map((column) => (
              <Head key={column.label} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} list={{ ...list, shown }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type EmptyProps = { title: string; children?: ReactNode };

/** Instead of rows: what would be here, with one action. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div className="mt-4 max-w-reading">
    <h2 className="display text-d40">{title}</h2>
    <div className="mt-1 grid gap-2 text-quiet">{children}</div>
  </div>
);

/** Nobody's name, or theirs on one line. */
export const Donor = ({ name }: { name: string | null }) =>
  name === null ? <span className="font-normal text-quiet">Anonymous</span> : <bdi>{name}</bdi>;
