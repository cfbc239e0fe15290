import type { ReactNode } from "react";

type Column = {
  label: string;
  isNumber?: boolean;
  /** A link or a button, which has its own height. */
  isControl?: boolean;
  /** Left out where all columns don't fit. */
  isMinor?: boolean;
};

/** Columns of numbers, and of links or buttons. */
export const numbers = (label: string): Column => ({ label, isNumber: true });
export const controls = (label: string): Column => ({ label, isControl: true });

/** A cell with words that only phones show, where columns have no headings. */
export const worded = (before: string, value: ReactNode, after = "") => (
  <span>
    {before && <span className="wide:hidden">{`${before} `}</span>}
    {value}
    {after && <span className="wide:hidden">{` ${after}`}</span>}
  </span>
);

/** A cell that stays on one line, and one whose long words break. */
export const unbroken = (value: ReactNode) => <span className="whitespace-nowrap">{value}</span>;
export const breakable = (value: ReactNode) => <span className="wrap-anywhere">{value}</span>;

type TableProps = {
  /** For screen readers: what the table lists. */
  caption: string;
  columns: (string | Column)[];
  /** One cell per column. The first names the row. */
  rows: { key: string; cells: ReactNode[] }[];
};

const CELL = "pr-2 text-left align-middle font-normal last:pr-0 max-wide:p-0";
const cellClass = ({ isNumber, isControl, isMinor }: Column) =>
  `${CELL} ${isControl ? "" : "py-1"} ${isNumber ? "figures wide:text-right" : ""} ${isMinor ? "wide:max-desk:hidden" : ""}`;

/** A dense table. On phones each row is a block, with its name on a line of its own. */
export function Table({ caption, rows, ...props }: TableProps) {
  const columns = props.columns.map((one) => (typeof one === "string" ? { label: one } : one));
  return (
    <table className="w-full text-small max-wide:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-wide:sr-only wide:sticky wide:top-0 wide:z-[1] wide:bg-paper">
        <tr className="border-edge border-b">
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={`${cellClass(column)} whitespace-nowrap text-quiet`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-wide:block max-wide:border-line max-wide:border-t">
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr
            key={key}
            className="min-h-5 border-line border-b max-wide:flex max-wide:flex-wrap max-wide:items-center max-wide:gap-x-2 max-wide:py-1"
          >
            <th
              scope="row"
              className={`${cellClass(columns[0] as Column)} min-w-0 max-wide:basis-full`}
            >
              {name}
            </th>
            {cells.map((cell, n) => {
              const column = columns[n + 1] as Column;
              return (
                <td
                  key={column.label}
                  className={`${cellClass(column)} min-w-0 max-wide:empty:hidden`}
                >
                  {cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
