/** What to do with the selected rows: a form that their checkboxes belong to. */
import type { ReactNode } from "react";
import { Glyph } from "./status.tsx";

export type BarAction = {
  /** Rows allow it by this name; all rows do if there's none. */
  name?: string;
  /** "Confirm # gifts": with the number for "#", once scripts know it. */
  words: string;
  /** Where it leads, if not the form's own address. */
  href?: string;
  /** The one filled button. */
  isMain?: boolean;
};

type BarProps = {
  actions: BarAction[];
  /** For "all that match", on a list with more pages. */
  all?: { count: number; cents: number; noun: string } | undefined;
  children?: ReactNode;
};

const plain = (words: string) => words.replace(/ #/, "");

/** Within a form. Scripts show it once a row is selected, with its count and sum. */
export const SelectionBar = ({ actions, all, children }: BarProps) => (
  <div className="bar-strip" data-bar>
    <div className="bar">
      {children}
      <p>
        <span data-count>Selected</span> <span className="display text-d28" data-sum />{" "}
        <span className="text-fine opacity-80" data-warning />
      </p>
      {all && (
        <label className="all">
          <input type="checkbox" name="all" value="1" data-all={all.count} data-cents={all.cents} />
          All {all.count.toLocaleString("en-US")} {all.noun}
        </label>
      )}
      <div className="bar-actions">
        {actions.map(({ name = "", words, href, isMain }) => (
          <button
            key={words}
            type="submit"
            {...(href && { formAction: href, formMethod: "get" })}
            data-action={name}
            data-words={words}
            className={isMain ? "filled" : undefined}
          >
            {plain(words)}
          </button>
        ))}
      </div>
      <button type="button" data-clear hidden>
        <span className="sr-only">Clear the selection</span>
        <Glyph name="close" />
      </button>
    </div>
  </div>
);
