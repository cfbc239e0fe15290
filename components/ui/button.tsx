import type { ComponentProps } from "react";

const LOOKS = {
  /** A page's single main action. */
  main: "bg-accent text-on-accent hover:bg-accent-pressed border-transparent",
  /** Giving, in the school's color. */
  give: "bg-(--give) text-(--on-give) hover:underline border-transparent",
  /** The main and the secondary action on a school's main color. */
  field: "bg-(--field-accent) text-(--on-field-accent) hover:underline border-transparent",
  fieldQuiet: "border-2 border-current bg-(--field) hover:underline",
  /** Secondary actions. */
  quiet: "border-edge text-ink hover:border-ink",
  /** Destructive actions. */
  danger: "border-failed text-failed hover:border-ink",
} as const;

/** Dimmed, with a progress cursor, while the form is being submitted. */
const BUSY = "group-aria-busy:cursor-progress group-aria-busy:opacity-60";
const SHAPE =
  "relative inline-flex min-h-6 items-center justify-center rounded-box border px-2.5 py-1 text-center font-strong text-base no-underline cursor-pointer transition-colors duration-100 motion-reduce:transition-none print:hidden";

type Look = { look?: keyof typeof LOOKS };

/** The button classes, for other elements that look like one. */
export const buttonClasses = (look: keyof typeof LOOKS = "main", className = "") =>
  `${SHAPE} ${BUSY} ${LOOKS[look]} ${className}`.trim();

/** A button. Submits its form by default. */
export function Button({
  look = "main",
  className,
  type = "submit",
  ...rest
}: ComponentProps<"button"> & Look) {
  return <button type={type} className={buttonClasses(look, className)} {...rest} />;
}

export function ButtonLink({ look = "main", className, ...rest }: ComponentProps<"a"> & Look) {
  return <a className={buttonClasses(look, className)} {...rest} />;
}

/** A link in running text. */
export function TextLink({ className = "", ...rest }: ComponentProps<"a">) {
  return <a className={`link ${className}`.trim()} {...rest} />;
}

/** A standalone link with a touch-friendly target. */
export function StandaloneLink({ className = "", ...rest }: ComponentProps<"a">) {
  return <a className={`link-alone ${className}`.trim()} {...rest} />;
}

type AskProps = {
  look?: ComponentProps<typeof Button>["look"];
  /** The button that asks first, what it would do, and the button that does it. */
  ask: string;
  meaning: string;
  yes: string;
};

/** A form's button that asks once more: a disclosure, so that it asks without scripts, too. */
export const Ask = ({ look = "quiet", ask, meaning, yes }: AskProps) => (
  <details className="group">
    <summary className={`list-none ${buttonClasses(look, "group-open:hidden")}`}>{ask}</summary>
    <div className="max-w-form whitespace-normal rounded-box border border-edge bg-sheet p-2 text-left">
      <p>{meaning}</p>
      <Button look={look} className="mt-2">
        {yes}
      </Button>
    </div>
  </details>
);
