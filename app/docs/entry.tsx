import type { ReactNode } from "react";
import { Examples } from "./example.tsx";
import { Heading } from "./heading.tsx";
import type { Example } from "./operations.ts";

type EntryProps = { id: string; title: string; examples: Example[]; children: ReactNode };

/** One entry: text, with its example beside it if there is room. */
export function Entry({ id, title, examples, children }: EntryProps) {
  return (
    <section
      aria-labelledby={id}
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-3 border-line border-t pt-4 min-[72rem]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div className="min-w-0">
        <Heading level={3} id={id}>
          {title}
        </Heading>
        {children}
      </div>
      <Examples examples={examples} />
    </section>
  );
}
