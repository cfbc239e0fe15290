/** Text of the document: the only Markdown in it is inline code. */
export function Inline({ text }: { text: string }) {
  return text.split("`").map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing but their place
      <code key={index} className="font-mono text-small wrap-anywhere">
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

/** A line about what follows it. */
export function Note({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="mb-1 text-quiet text-small">
      <Inline text={text} />
    </p>
  );
}
