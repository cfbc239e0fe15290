import type { ComponentProps } from "react";

const LOOKS = {
  /** The one main action of a page. */
  main: "bg-accent text-on-accent hover:bg-accent-pressed border-transparent",
  /** Everything beside it. */
  quiet: "border-edge text-ink hover:border-ink",
} as const;

const SHAPE =
  "inline-flex min-h-6 items-center justify-center rounded-box border px-2.5 font-strong text-base no-underline cursor-pointer transition-colors duration-150 motion-reduce:transition-none";

type Look = { look?: keyof typeof LOOKS };

const classes = (look: keyof typeof LOOKS, className = "") =>
  `${SHAPE} ${LOOKS[look]} ${className}`.trim();

/** A button that submits its form, unless told otherwise. */
export function Button({
  look = "main",
  className,
  type = "submit",
  ...rest
}: ComponentProps<"button"> & Look) {
  return <button type={type} className={classes(look, className)} {...rest} />;
}

/** A link that leads on like a button. */
export function ButtonLink({ look = "main", className, ...rest }: ComponentProps<"a"> & Look) {
  return <a className={classes(look, className)} {...rest} />;
}
