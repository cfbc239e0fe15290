import { Choice, TextArea } from "#components/ui/field.tsx";
import { FoldedRow } from "./row.tsx";

/** A note to the school: folded until somebody wants to write one. */
export function Note({ note, error }: { note: string; error: string | undefined }) {
  return (
    <FoldedRow
      name="Note to the school"
      value={note ? "Added" : "Optional"}
      action={note ? "Edit" : "Add"}
      isOpen={Boolean(error)}
    >
      <TextArea
        id="cardholder_message"
        label="Your note"
        help="Up to 500 characters. The school receives it with your gift."
        maxLength={1_000}
        defaultValue={note}
        error={error}
      />
    </FoldedRow>
  );
}

/** Whether to email the person once the school has confirmed. */
export function EmailUpdates({ school, isChosen }: { school: string; isChosen: boolean }) {
  return (
    <div className="border-line border-y py-0.5">
      <Choice
        type="checkbox"
        id="notify_by_email"
        name="notify_by_email"
        defaultChecked={isChosen}
        label={`Email me when ${school} confirms`}
      />
    </div>
  );
}
