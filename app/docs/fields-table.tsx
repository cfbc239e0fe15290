import type { Field } from "./fields.ts";
import { Inline } from "./prose.tsx";

type FieldsProps = { fields: Field[]; isAnswer: boolean; repeats?: Field["repeats"] };

/** In a response, fields are always present unless stated otherwise. */
function Presence({ field, isAnswer }: { field: Field; isAnswer: boolean }) {
  if (isAnswer) return field.required ? null : ", may be absent";
  if (field.required) return <span className="ml-1 font-strong text-ink">required</span>;
  return field.default ? <Inline text={`, default \`${field.default}\``} /> : null;
}

function Row({ field, isAnswer }: { field: Field; isAnswer: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-1.5 border-line border-t py-1">
      <dt className="min-w-0">
        <code className="font-mono font-strong text-small">{field.name}</code>
      </dt>
      <dd className="min-w-0 text-quiet text-small">
        <Inline text={field.words} />
        <Presence field={field} isAnswer={isAnswer} />
      </dd>
      {field.description && (
        <dd className="mt-0.5 basis-full">
          <Inline text={field.description} />
        </dd>
      )}
      {field.fields.length > 0 && (
        <dd className="mt-1 min-w-0 basis-full border-line border-l pl-2">
          <FieldsTable fields={field.fields} isAnswer={isAnswer} repeats={field.repeats} />
        </dd>
      )}
    </div>
  );
}

/** Fields and nested fields. Repeated lists are collapsed. */
export function FieldsTable({ fields, isAnswer, repeats }: FieldsProps) {
  const list = (
    <dl>
      {fields.map((field) => (
        <Row key={field.name} field={field} isAnswer={isAnswer} />
      ))}
    </dl>
  );
  if (!repeats) return list;
  return (
    <>
      <p className="border-line border-t pt-1">
        The same {fields.length} fields as in{" "}
        <a href={`#${repeats.id}`} className="link">
          {repeats.title}
        </a>
        .
      </p>
      <details className="print:hidden">
        <summary className="py-0.5 text-quiet text-small">Show fields</summary>
        {list}
      </details>
    </>
  );
}
