/** Preformatted code or data. Long lines scroll, by keyboard too. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-box border border-line bg-sheet p-2"
    >
      <pre className="w-max font-mono text-small">{children}</pre>
    </section>
  );
}

/** A command to copy. It wraps, so all of it is visible, and a click selects all of it. */
export function Command({ children }: { children: string }) {
  return (
    <code className="block select-all rounded-box border border-line bg-sheet px-1.5 py-1 font-mono text-small">
      {children}
    </code>
  );
}
