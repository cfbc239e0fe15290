import type { ReactNode } from "react";
import { Money } from "./ticket.tsx";

type Figure = { label: string; amount: string; sub: ReactNode; isWrong?: boolean };

/** Sums side by side, each with its label above, and what it's made of below. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
    {figures.map(({ label, amount, sub, isWrong }) => (
      <div
        key={label}
        className="border-line max-wide:basis-full wide:not-first:border-l wide:not-first:pl-3"
      >
        <dt className="text-quiet">{label}</dt>
        <dd>
          <span className={`display block text-d40 wrap-anywhere ${isWrong ? "text-failed" : ""}`}>
            <Money amount={amount} />
          </span>
          {sub}
        </dd>
      </div>
    ))}
  </dl>
);
