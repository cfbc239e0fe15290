import { Choice } from "#components/ui/field.tsx";

/** Whether to email on confirmation, or a note that the settings turn such emails off. */
export function NotifyChoice({ allowed, checked }: { allowed: boolean; checked: boolean }) {
  if (!allowed) {
    return (
      <p className="text-quiet">
        We send you no mail when the school has confirmed: your{" "}
        <a href="/settings" className="link">
          settings
        </a>{" "}
        say so.
      </p>
    );
  }
  return (
    <Choice
      type="checkbox"
      id="notify_by_email"
      name="notify_by_email"
      defaultChecked={checked}
      label="Mail me when the school has confirmed it"
    />
  );
}
