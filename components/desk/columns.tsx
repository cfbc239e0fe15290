/** Columns of lists. */
import { Moment } from "#components/ui/moment.tsx";
import { type Cents, formatDollarsAndCents } from "#lib/money.ts";
import type { Column } from "./list.tsx";

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
