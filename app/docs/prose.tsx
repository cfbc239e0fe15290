/** Text of the document: only inline code is supported. */
export function Inline({ text }: { text: string }) {
  return text.split("`").map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing but their place
      <code key={index} className="font-mono text-small">
        {piece}
      </code>
    ) : (
      piece
    ),
  );
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
