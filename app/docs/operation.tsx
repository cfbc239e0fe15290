import { Entry } from "./entry.tsx";
import { ErrorsList } from "./errors-list.tsx";
import { Heading } from "./heading.tsx";
import type { Operation } from "./operations.ts";
import { PartsList } from "./parts-list.tsx";
import { Paragraphs } from "./prose.tsx";

/** The operation's own errors in full; the shared ones by status, with a link. */
function OwnErrors({ operation: { id, errors, sharedStatuses } }: { operation: Operation }) {
  const others = sharedStatuses.filter((status) => status !== "422");
  return (
    <div className="mt-3">
      <Heading level={4} id={`${id}-errors`}>
        Errors
      </Heading>
      {errors.length > 0 && <ErrorsList errors={errors} />}
      <p className="mt-1 text-quiet text-small">
        {errors.length > 0 ? "Also " : ""}
        {sharedStatuses.length > others.length && (
          <>
            422 for{" "}
            <a href="#invalid-input" className="link">
              invalid input
            </a>
            , and{" "}
          </>
        )}
        <a href="#errors" className="link">
          errors common to all requests
        </a>
        : {others.join(", ")}.
      </p>
    </div>
  );
}

export function OperationEntry({ operation }: { operation: Operation }) {
  const { id, name, method, path, text, parts, examples } = operation;
  return (
    <Entry id={id} title={name} examples={examples}>
      <p className="mt-0.5 font-mono text-small">
        <span className="font-strong">{method}</span> {path}
      </p>
      <Paragraphs text={text} />
      <PartsList parts={parts} />
      <OwnErrors operation={operation} />
    </Entry>
  );
}
