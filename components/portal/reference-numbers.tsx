import { WholeNumber } from "#components/ui/whole-number.tsx";

/** A gift's other numbers, folded away: only the confirmation number is for people. Printed in full. */
export function ReferenceNumbers({ numbers }: { numbers: { label: string; value: string }[] }) {
  return (
    <details className="mt-1 print:[&::details-content]:[content-visibility:visible]">
      <summary className="link-alone print:hidden!">Reference numbers</summary>
      <dl className="grid gap-0.5 text-small">
        {numbers.map(({ label, value }) => (
          <div key={label} className="wide:grid wide:grid-cols-[12rem_1fr]">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0">
              <WholeNumber number={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
