import type { ReactNode } from "react";
import { Form } from "./form.tsx";

/** Always open on wide screens, in browsers that can style `::details-content`. */
const EXPANDED_ON_WIDE =
  "supports-[selector(details::details-content)]:wide:[&::details-content]:[content-visibility:visible]";
const HIDDEN_ON_WIDE = "supports-[selector(details::details-content)]:wide:hidden!";

type FilterFormProps = {
  summary: string;
  path: string;
  /** The filters in use. */
  chosen: Record<string, string | undefined>;
  /** Margins around it, and the grid of its fields. */
  className: string;
  grid: string;
  children: ReactNode;
};

/** A list's filters: a GET form, so that the URL holds them. */
export const FilterForm = ({ summary, path, chosen, ...props }: FilterFormProps) => (
  <search>
    <details
      open={Object.keys(chosen).length > 0}
      className={`${props.className} ${EXPANDED_ON_WIDE}`}
    >
      <summary className={`link-alone ${HIDDEN_ON_WIDE}`}>{summary}</summary>
      {/* Remounts when the URL changes, since the fields take their defaults from it. */}
      <Form key={JSON.stringify(chosen)} method="get" action={path} className={props.grid}>
        {props.children}
      </Form>
    </details>
  </search>
);
