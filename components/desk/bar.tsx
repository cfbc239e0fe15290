/** What to do with the selected rows: a form that their checkboxes belong to. */
import type { ReactNode } from "react";
import { Glyph } from "./status.tsx";

type BarAction = {
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
  /** What is ready on other pages, beside the rows of this one. */
  more?: { count: number; cents: number } | undefined;
  children?: ReactNode;
};

const BUTTON =
  "min-h-5.5 min-w-5.5 cursor-pointer rounded-box border px-2 font-strong hover:underline focus-visible:outline-paper";

const plain = (words: string) => words.replace(/ #/, "");

/** Within a form. Scripts show it once a row is selected, with its count and sum. */
export const SelectionBar = ({ actions, all, more, children }: BarProps) => (
  <div
    className="bar-strip sticky bottom-(--tabs,0px) z-5 -mx-1.5 mt-2 bg-paper px-1.5 pb-1 wide:bottom-0 wide:pb-3"
    data-bar
    data-more={more?.count}
    data-more-cents={more?.cents}
  >
    <div className="bar flex min-h-8 flex-wrap items-center gap-x-1.5 gap-y-1 rounded-[12px] bg-ink py-1.25 pr-1.5 pl-2.5 text-paper">
      <p className="figures flex grow flex-wrap items-center gap-x-1.5 font-strong">
        <span data-count>Selected</span> <span className="display text-d28" data-sum />{" "}
        <span className="text-fine opacity-80" data-warning />
      </p>
      {children}
      {all && (
        <label className="check-all flex min-h-5.5 cursor-pointer items-center gap-1">
          <input type="checkbox" name="all" value="1" data-all={all.count} data-cents={all.cents} />
          All {all.count.toLocaleString("en-US")} {all.noun}
        </label>
      )}
      <div className="flex flex-wrap gap-1">
        {actions.map(({ name = "", words, href, isMain }) => (
          <button
            key={words}
            type="submit"
            {...(href && { formAction: href, formMethod: "get" })}
            data-action={name}
            data-words={words}
            className={`${BUTTON} ${isMain ? "border-transparent bg-paper text-ink" : "border-[color-mix(in_srgb,var(--paper)_55%,var(--ink))]"}`}
          >
            {plain(words)}
          </button>
        ))}
      </div>
      <button
        type="button"
        data-clear
        hidden
        className="place-items-center p-1 focus-visible:outline-paper size-5.5 cursor-pointer"
      >
        <span className="sr-only">Clear the selection</span>
        <Glyph name="close" />
      </button>
    </div>
  </div>
);
