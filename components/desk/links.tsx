import { ButtonLink } from "#components/ui/button.tsx";
import { Glyph } from "./status.tsx";

/** The file of all that a list's filters leave. @param count null if it isn't counted */
export const ExportLink = ({ href, count }: { href: string; count: number | null }) => (
  <ButtonLink look="quiet" href={href} className="gap-1 text-small">
    <Glyph name="save" />
    Export{count === null ? "" : ` ${count.toLocaleString("en-US")}`}
  </ButtonLink>
);
