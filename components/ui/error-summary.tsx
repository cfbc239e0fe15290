import { TextLink } from "#components/ui/button.tsx";
import { Notice } from "./notice.tsx";

type ErrorSummaryProps = {
  /** What didn't happen. */
  title?: string | undefined;
  /** Field id → error message; "" is the form as a whole. */
  errors: Record<string, string>;
};

/**
 * The error summary above a form: announced, focused, and linked to each field. A single invalid field needs none: its
 * error stands at the field, which takes the focus.
 */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const list = Object.entries(errors);
  const [[first, sentence] = []] = list;
  if (list.length > 1) {
    return (
      <Notice tone="failed" title={title ?? "Please fix the following"} urgent>
        <ul className="mt-1 grid list-disc pl-2.5">
          {list.map(([field, told]) => (
            <li key={field}>
              {field === "" ? (
                told
              ) : (
                <TextLink href={`#${field}`} className="block w-fit py-1.5">
                  {told}
                </TextLink>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (first !== "" || !sentence) return null;
  return (
    <Notice tone="failed" title={title ?? sentence} urgent>
      {title && sentence}
    </Notice>
  );
}
