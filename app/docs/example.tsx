import { Code } from "#components/ui/code.tsx";
import type { Example } from "./operations.ts";

/**
 * Sticks beside the text while it scrolls. If examples are taller than the window, each scrolls inside its
 * own box.
 */
export function Examples({ examples }: { examples: Example[] }) {
  if (examples.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-2 min-[72rem]:sticky min-[72rem]:top-2 min-[72rem]:max-h-[calc(100dvh-2rem)] min-[72rem]:self-start">
      {examples.map(({ title, label, text }) => (
        <figure
          key={label}
          className="flex min-h-0 flex-col min-[72rem]:last:min-h-24 min-[72rem]:not-last:max-h-[70dvh] min-[72rem]:not-last:shrink-0 [&>section]:min-h-0"
        >
          <figcaption className="mb-0.5 text-quiet text-small">{title}</figcaption>
          <Code label={label}>{text}</Code>
        </figure>
      ))}
    </div>
  );
}
