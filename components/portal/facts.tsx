import type { ReactNode } from "react";

type Row = { name: ReactNode; value: ReactNode };

export const FactRows = ({ rows }: { rows: Row[] }) => (
  <dl className="border-line border-t">
    {rows.map(({ name, value }, n) => (
      <div
        key={String(n)}
        className="border-line border-b py-1 wide:grid wide:grid-cols-[12rem_1fr] wide:gap-x-2"
      >
        <dt className="text-quiet text-small wide:text-base">{name}</dt>
        <dd className="min-w-0">{value}</dd>
      </div>
    ))}
  </dl>
);

/** By their names, in order. */
export type FactTable = Record<string, ReactNode>;

/** Facts in a list. Those that are false are left out. */
export const Facts = ({ facts }: { facts: FactTable }) => (
  <FactRows
    rows={Object.entries(facts)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => ({ name, value }))}
  />
);
