/** Rows to work with. A list is declared as data: its columns, and what a selection may do. */
import type { ReactNode } from "react";
import { Moment } from "#components/ui/moment.tsx";
import { type Cents, formatDollarsAndCents } from "#lib/money.ts";
import { Glyph } from "./status.tsx";

/** The kinds of columns: how wide they are. Where they go as the list gets narrow is in desk.css. */
const KINDS = {
  rest: "as-rest flex-[1_1_0]",
  text: "as-text flex-[1_1_0]",
  amount: "as-amount figures w-14 text-right @max-[47.5rem]/list:w-12",
  status: "as-status w-15.5 @max-[47.5rem]/list:w-14",
  fund: "as-fund w-25.5 @max-[47.5rem]/list:w-19 @max-[37.5rem]/list:hidden",
  share: "as-share w-17 @max-[37.5rem]/list:hidden",
  date: "as-date figures w-11 @max-[47.5rem]/list:w-8",
  number: "as-number figures w-17 text-right @max-[47.5rem]/list:hidden",
  sum: "as-number figures w-13 text-right @max-[47.5rem]/list:hidden",
  count: "as-count figures w-9 text-right",
  line: "as-line figures w-4 text-quiet",
  entry: "as-entry w-18.5 overflow-visible py-0.75",
  action: "as-action z-1 min-w-8 max-w-full overflow-visible text-right",
  check: "as-check z-1 -mr-1 w-2.5 overflow-visible",
  note: "as-note basis-full overflow-visible whitespace-normal pb-1.5 wrap-anywhere",
} as const;

const ROW = "gap-3 @max-[47.5rem]/list:gap-2.5";

export type Column<Row> = {
  label: string;
  as: Exclude<keyof typeof KINDS, "check" | "note">;
  cell: (row: Row) => ReactNode;
  /** Where its heading leads, and how it's sorted now. */
  sort?: { href: string; now: "ascending" | "descending" | null };
};

export const column = <Row,>(
  label: string,
  as: Column<Row>["as"],
  cell: Column<Row>["cell"],
): Column<Row> => ({ label, as, cell });

export const money = <Row,>(
  label: string,
  of: (row: Row) => Cents,
  as: Column<Row>["as"] = "amount",
) => column<Row>(label, as, (row) => formatDollarsAndCents(of(row)));

export const count = <Row,>(label: string, of: (row: Row) => number) =>
  column<Row>(label, "count", (row) => of(row).toLocaleString("en-US"));

/** A day, if there is one. */
export const day = <Row,>(label: string, of: (row: Row) => Date | string | null) =>
  column<Row>(label, "date", (row) => {
    const at = of(row);
    return at && <Moment at={at} as="day" />;
  });

/** What a row adds to a selection: its dollars, the actions that it allows, and what to warn of. */
export type Selectable = { value: string; cents: number; can: string; warning?: string };

type ListProps<Row> = {
  caption: string;
  columns: (Column<Row> | false)[];
  rows: Row[];
  /** The row's own page, which its first cell links to. */
  hrefOf?: (row: Row) => string;
  /** If the page isn't to open beside the list: both have forms, whose fields would have the same names. */
  opens?: "page";
  /** The form of the selection's bar, and what each row's checkbox is called. */
  select?: { form: string; of: (row: Row) => Selectable; labelOf: (row: Row) => string };
  /** What doesn't fit in a cell, or what's wrong with the row, and the ways out. */
  noteOf?: (row: Row) => ReactNode;
};

function Head<Row>({ label, as, sort }: Column<Row>) {
  return (
    <th scope="col" className={KINDS[as]} aria-sort={sort?.now ?? undefined}>
      {sort ? (
        <a href={sort.href}>
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
  <label className={`check ${selectable ? "" : "noscript:invisible"}`}>
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
  const { shown, hrefOf, opens = "", select, noteOf } = list;
  // Whom or what the row is about.
  const about = shown.find(({ as }) => as === "rest");
  const note = noteOf?.(row);
  return (
    <tr className={ROW}>
      {select && (
        <td className={KINDS.check}>
          <Check label={select.labelOf(row)} selectable={select.of(row)} form={select.form} />
        </td>
      )}
      {shown.map((column) =>
        column === about ? (
          <th key={column.label} scope="row" className={KINDS.rest}>
            {hrefOf ? (
              <a href={hrefOf(row)} data-row={opens}>
                {column.cell(row)}
              </a>
            ) : (
              column.cell(row)
            )}
          </th>
        ) : (
          <td key={column.label} className={KINDS[column.as]}>
            {column.cell(row)}
          </td>
        ),
      )}
      {note && <td className={KINDS.note}>{note}</td>}
    </tr>
  );
}

export function List<Item>(list: ListProps<Item>) {
  const { caption, columns, rows, select } = list;
  const shown = columns.filter((column) => column !== false);
  return (
    <div className="list">
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className={ROW}>
            {select && (
              <td className={KINDS.check}>
                <Check label="Select all on this page" form={select.form} />
              </td>
            )}
            {shown.map((column) => (
              <Head key={column.label} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: React renders a list once, on the server
            <Row key={n} row={row} list={{ ...list, shown }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Instead of rows: what would be here, with one action. */
export const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-4 max-w-reading">
    <h2 className="display text-d40">{title}</h2>
    <p className="mt-1 text-quiet">{children}</p>
  </div>
);

/** Nobody's name, or theirs on one line. */
export const Donor = ({ name }: { name: string | null }) =>
  name === null ? <span className="font-normal text-quiet">Anonymous</span> : <bdi>{name}</bdi>;

/** A school's two colors, before its name. Its page has SchoolColorStyles. */
export const SchoolTick = ({ id }: { id: string }) => (
  <span
    aria-hidden="true"
    className={`school-${id} mr-1 inline-block h-2.25 w-1.75 flex-none rounded-[2px] bg-[linear-gradient(90deg,var(--stub,var(--line))_5px,var(--field,var(--edge))_5px)] align-middle`}
  />
);

export const School = ({ id, name }: { id: string; name: string }) => (
  <>
    <SchoolTick id={id} />
    {name}
  </>
);
