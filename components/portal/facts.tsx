import type { ReactNode } from "react";

export type Fact = {
  name: ReactNode;
  value: ReactNode;
};

/** Facts in a list. Those that are false are left out. */
export function Facts({ facts }: { facts: (Fact | false)[] }) {
  return (
    <dl className="border-line border-t">
      {facts
        .filter((fact) => fact !== false)
        .map(({ name, value }, n) => (
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
}
