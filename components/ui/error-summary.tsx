import { Notice } from "./notice.tsx";

/** The error summary above a form: announced, focused, and linked to each field. */
export function ErrorSummary({
  title = "Please fix the following",
  errors,
}: {
  title?: string;
  /** Field id → error message; "" is the form as a whole. */
  errors: Record<string, string>;
}) {
  const list = Object.entries(errors);
  if (list.length === 0) return null;
  return (
    <Notice tone="failed" title={title} urgent>
      <ul className={list.length > 1 ? "mt-1 grid list-disc gap-1 pl-2.5" : ""}>
        {list.map(([field, sentence]) => (
          <li key={field}>
            {field === "" ? (
              sentence
            ) : (
              <a href={`#${field}`} className="link inline-block py-1">
                {sentence}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
