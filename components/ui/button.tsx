import type { ComponentProps } from "react";

const LOOKS = {
  /** The one main action of a page. */
  main: "bg-accent text-on-accent hover:bg-accent-pressed border-transparent",
  /** Giving, in the school's color. */
  give: "bg-(--give) text-(--on-give) hover:underline border-transparent",
  /** The main action on a school's field, and the one beside it. */
  field: "bg-(--field-accent) text-(--on-field-accent) hover:underline border-transparent",
  fieldQuiet: "border-2 border-current hover:underline",
  /** Secondary actions. */
  quiet: "border-edge text-ink hover:border-ink",
  /** Destructive actions. */
  grave: "border-failed text-failed hover:border-ink",
} as const;

/** While its form is being sent, a button is dimmed with a progress cursor. */
const BUSY = "group-aria-busy:cursor-progress group-aria-busy:opacity-60";
const SHAPE =
  "relative inline-flex min-h-6 items-center justify-center rounded-box border px-2.5 py-1 text-center font-strong text-base no-underline cursor-pointer transition-colors duration-100 motion-reduce:transition-none print:hidden";

type Look = { look?: keyof typeof LOOKS };

/** The button classes, for elements that only look like one. */
export const buttonClasses = (look: keyof typeof LOOKS = "main", className = "") =>
  `${SHAPE} ${BUSY} ${LOOKS[look]} ${className}`.trim();

/** A button that submits its form, unless told otherwise. */
export function Button({
  look = "main",
  className,
  type = "submit",
  ...rest
}: ComponentProps<"button"> & Look) {
  return <button type={type} className={buttonClasses(look, className)} {...rest} />;
}

/** A link styled as a button. */
export function ButtonLink({ look = "main", className, ...rest }: ComponentProps<"a"> & Look) {
  return <a className={buttonClasses(look, className)} {...rest} />;
}

/** A link in running text. */
export function TextLink({ className = "", ...rest }: ComponentProps<"a">) {
  return <a className={`link ${className}`.trim()} {...rest} />;
}

/** A link that stands by itself: as large as a finger wants it. */
export function LoneLink({ className = "", ...rest }: ComponentProps<"a">) {
  return <a className={`link-alone ${className}`.trim()} {...rest} />;
}
