/** What someone's session can act in: their own gifts, or a team. */
export type HeaderContext = {
  context: string;
  name: string;
  /** Null for their own gifts. */
  role: string | null;
  isCurrent: boolean;
};

const ITEM = "block min-h-6 w-full px-2 py-1 text-left";

function ContextItem({ context: { context, name, role, isCurrent } }: { context: HeaderContext }) {
  const label = (
    <>
      <bdi className="block font-strong">{name}</bdi>
      <span className="block text-quiet text-small">
        {[role, isCurrent ? "You’re here" : null].filter(Boolean).join(" · ")}
      </span>
    </>
  );
  if (isCurrent) return <p className={ITEM}>{label}</p>;
  return (
    <button
      type="submit"
      name="context"
      value={context}
      className={`${ITEM} cursor-pointer hover:underline`}
    >
      <span className="sr-only">Switch to </span>
      {label}
    </button>
  );
}

type SwitchProps = { contexts: HeaderContext[]; className: string };

/** The contexts to switch to. */
export const SwitchForm = ({ contexts, className }: SwitchProps) => (
  <form method="post" action="/switch/submit" className={className}>
    <ul>
      {contexts.map((context) => (
        <li key={context.context}>
          <ContextItem context={context} />
        </li>
      ))}
    </ul>
  </form>
);
