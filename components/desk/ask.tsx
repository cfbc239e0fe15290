import type { ComponentProps } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";

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
