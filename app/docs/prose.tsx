/** Inline code, or a link to a path of this service. */
const MARKUP = /(`[^`]+`|\[[^\]]+\]\(\/[^)\s]*\))/;

/** Text of the document: only inline code and links are supported. */
export function Inline({ text }: { text: string }) {
  return text.split(MARKUP).map((piece, index) => {
    const [, label, href] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? [];
    if (index % 2 === 0) return piece;
    return href ? (
      <a key={piece} href={href} className="link">
        {label}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing but their place
      <code key={index} className="font-mono text-small">
        {piece.slice(1, -1)}
      </code>
    );
  });
}

export function Paragraphs({ text }: { text: string[] }) {
  return text.map((paragraph) => (
    <p key={paragraph} className="mt-1 max-w-reading">
      <Inline text={paragraph} />
    </p>
  ));
}

/** A line that introduces what follows. */
export function Note({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="mb-1 text-quiet text-small">
      <Inline text={text} />
    </p>
  );
}
