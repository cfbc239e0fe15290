import { TextLink } from "#components/ui/button.tsx";
import { Notice } from "./notice.tsx";

type ErrorSummaryProps = {
  /** What failed. */
  title?: string | undefined;
  /** Error messages by field id; "" is the form as a whole. */
  errors: Record<string, string>;
};

/**
 * The error summary above a form: announced, focused, and linked to each field. A single invalid field needs
 * none, since the field takes the focus and shows its own error.
 */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const list = Object.entries(errors);
  const [[firstField, firstMessage] = []] = list;
  if (list.length > 1) {
    return (
      <Notice tone="failed" title={title ?? "Please fix the following"} urgent>
        <ul className="mt-1 grid list-disc pl-2.5">
          {list.map(([field, message]) => (
            <li key={field}>
              {field === "" ? (
                message
              ) : (
                <TextLink href={`#${field}`} className="block w-fit max-w-full py-1.5">
                  {message}
                </TextLink>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (firstField !== "" || !firstMessage) return null;
  return (
    <Notice tone="failed" title={title ?? firstMessage} urgent>
      {title && firstMessage}
    </Notice>
  );
}
