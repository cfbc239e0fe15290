/** A length class, which sets the size of a number on one line. */
const lengthClass = ({ length }: string) => `length-${Math.ceil(length / 2) * 2}`;

/** The longest number that is kept on one line: a UUID. */
const MAX_LENGTH = 36;

/** A reference or confirmation number, which never wraps: it shrinks to the width that it has. */
export function WholeNumber({ number, className = "" }: { number: string; className?: string }) {
  if (number.length > MAX_LENGTH) return <span className="break-all">{number}</span>;
  return (
    <span className="@container block">
      <span
        className={`block whitespace-nowrap text-[min(1em,100cqi/(var(--length)*0.64))]/[1.4] ${lengthClass(number)} ${className}`.trim()}
      >
        {number}
      </span>
    </span>
  );
}
