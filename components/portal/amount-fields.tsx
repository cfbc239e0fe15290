"use client";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { type Cents, formatDollars } from "#lib/money.ts";
import { type AmountSource, fillOther, fillQuick } from "./linked-amounts.ts";

type AmountFieldsProps = {
  /** The accounts to choose from. */
  sources: AmountSource[];
  /** Initial values. If both are known, dollars are enough: points are computed. */
  dollars: string;
  points: string;
  errors: { dollars?: string | undefined; points?: string | undefined };
  help: string;
  /** Preset amounts. */
  quickCents: Cents[];
  /** The form action of the preset buttons without JavaScript. */
  quickAction: string;
};

/**
 * An amount in dollars and in points, side by side: typing in one updates the other at the chosen
 * account's rate. Without JavaScript, either one is enough.
 */
export function AmountFields(props: AmountFieldsProps) {
  const { sources, dollars, points, errors, help, quickCents, quickAction } = props;
  const first = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState("");
  useEffect(() => {
    const form = first.current?.form;
    if (!form) return;
    const follow = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name === "dollar_amount" || name === "points") setTold(fillOther(form, name, sources));
      if (name === "loyalty_account_id") setTold(fillOther(form, "dollar_amount", sources));
    };
    form.addEventListener("input", follow);
    // Values that the browser or the server filled in before hydration.
    fillOther(form, first.current?.value ? "dollar_amount" : "points", sources);
    return () => form.removeEventListener("input", follow);
  }, [sources]);

  const take = (event: MouseEvent<HTMLButtonElement>) => {
    const { form, value } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    setTold(fillQuick(form, value, sources));
  };
  return (
    <div className="grid gap-2">
      <p className="text-quiet text-small">{help}</p>
      <noscript>
        <p className="text-quiet text-small">
          Fill in one of the two. Where both are filled in, the dollars count.
        </p>
      </noscript>
      <div className="grid grid-cols-2 items-end gap-2 wide:[&_input]:text-title [&_input]:h-8 [&_input]:font-strong [&_input]:text-lead">
        <Field
          ref={first}
          id="dollar_amount"
          label="In dollars"
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          defaultValue={dollars}
          error={errors.dollars}
        />
        <Field
          id="points"
          label="In points"
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          defaultValue={points}
          error={errors.points}
        />
      </div>
      <div className="grid grid-cols-2 gap-1 wide:flex">
        {quickCents.map((cents) => (
          <button
            key={cents}
            type="submit"
            name="quick"
            value={formatDollars(cents)}
            formAction={quickAction}
            onClick={take}
            className={buttonClasses("quiet", "figures")}
          >
            {formatDollars(cents)}
          </button>
        ))}
      </div>
      <p role="status" className="figures text-quiet empty:hidden">
        {told}
      </p>
    </div>
  );
}
