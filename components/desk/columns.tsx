/** Columns that many lists have. */
import { Moment } from "#components/ui/moment.tsx";
import { type Cents, formatDollarsAndCents } from "#lib/money.ts";
import type { Column } from "./list.tsx";

export const money = <Row,>(
  label: string,
  of: (row: Row) => Cents,
  as: Column<Row>["as"] = "amount",
): Column<Row> => ({ label, as, cell: (row) => formatDollarsAndCents(of(row)) });

export const count = <Row,>(label: string, of: (row: Row) => number): Column<Row> => ({
  label,
  as: "count",
  cell: (row) => of(row).toLocaleString("en-US"),
});

/** A day, if there is one. */
export const day = <Row,>(label: string, of: (row: Row) => Date | string | null): Column<Row> => ({
  label,
  as: "date",
  cell: (row) => {
    const at = of(row);
    return at && <Moment at={at} as="day" />;
  },
});
