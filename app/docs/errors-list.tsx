import { Code } from "#components/ui/code.tsx";
import { type ErrorExample, json } from "./operations.ts";
import { Inline } from "./prose.tsx";

type Line = { status: string; meaning: string; code?: string; example?: ErrorExample };

/** An error code, and its details. */
function Details({ code, example }: Pick<Line, "code" | "example">) {
  const details = example?.error.details;
  if (!details) return null;
  return (
    <div className="mt-1">
      <Code label={`Details of ${code}`}>{`"details": ${json(details)}`}</Code>
    </div>
  );
}

/** Statuses with their codes and meanings. */
export function ErrorsList({ errors }: { errors: Line[] }) {
  return (
    <dl className="mt-1 border-line border-b">
      {errors.map(({ status, code, meaning, example }) => (
        <div
          key={`${status} ${code}`}
          className="grid grid-cols-[4rem_minmax(0,1fr)] border-line border-t py-1"
        >
          <dt className="figures font-mono text-small">{status}</dt>
          <dd>
            {code && <code className="block font-mono text-small">{code}</code>}
            <Inline text={meaning} />
            <Details code={code} example={example} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
