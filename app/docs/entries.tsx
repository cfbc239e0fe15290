/** An entry of the reference. */
import { CodePanel } from "#components/ui/code-panel.tsx";
import { Prose } from "../(about)/markdown.tsx";
import type { Field } from "./fields.ts";
import type { Entry, ErrorLine, Part } from "./model.ts";
import { json } from "./operations.ts";

const LOOKS = { 1: "text-title", 2: "text-lead", 3: "text-base" } as const;

type HeadingProps = { level: keyof typeof LOOKS; id: string | undefined; children: string };

/** A heading that links to itself. */
function Heading({ level, id, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={`group break-after-avoid font-strong ${LOOKS[level]}`}>
      <a href={`#${id}`}>
        {children}
        <span
          aria-hidden="true"
          className="invisible ml-1 font-normal text-quiet group-focus-within:visible group-hover:visible print:hidden"
        >
          #
        </span>
      </a>
    </Tag>
  );
}

/** Response fields are always present unless stated otherwise. */
function Presence({ field, isResponse }: { field: Field; isResponse: boolean | undefined }) {
  if (isResponse) return field.required ? null : ", may be absent";
  if (field.required) return <span className="ml-1 font-strong text-ink">required</span>;
  return field.default ? <Prose text={`, default \`${field.default}\``} /> : null;
}

function Fields({ fields, isResponse }: { fields: Field[]; isResponse: boolean | undefined }) {
  return (
    <dl>
      {fields.map((field) => (
        <div
          key={field.name}
          className="flex flex-wrap items-baseline gap-x-1.5 border-line border-t py-1"
        >
          <dt className="min-w-0">
            <code className="font-mono font-strong text-small">{field.name}</code>
          </dt>
          <dd className="min-w-0 text-quiet text-small">
            <Prose text={field.type} />
            <Presence field={field} isResponse={isResponse} />
          </dd>
          {field.description && (
            <dd className="mt-0.5 basis-full">
              <Prose text={field.description} />
            </dd>
          )}
          {field.fields.length > 0 && (
            <dd className="mt-1 min-w-0 basis-full border-line border-l pl-2">
              <Fields fields={field.fields} isResponse={isResponse} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Errors({ errors }: { errors: ErrorLine[] }) {
  return (
    <dl className="mt-1 border-line border-b">
      {errors.map(({ status, code, meaning, details }) => (
        <div
          key={`${status} ${code}`}
          className="grid grid-cols-[4rem_minmax(0,1fr)] border-line border-t py-1"
        >
          <dt className="figures font-mono text-small">{status}</dt>
          <dd>
            {code && <code className="block font-mono text-small">{code}</code>}
            <Prose text={meaning} />
            {details !== undefined && (
              <div className="mt-1">
                <CodePanel title="Details" language="json" code={`"details": ${json(details)}`} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const NOTE = "text-quiet text-small";

type PartProps = { part: Part; level: 2 | 3 };

function PartView({ part, level }: PartProps) {
  const { id, title, note, fields, isResponse, errors, after } = part;
  return (
    <div className="mt-3">
      {title && (
        <Heading level={level} id={id}>
          {title}
        </Heading>
      )}
      {note && <Prose text={note} paragraph={`mb-1 ${NOTE}`} />}
      {fields && (
        <div className="mt-1">
          <Fields fields={fields} isResponse={isResponse} />
        </div>
      )}
      {errors && errors.length > 0 && <Errors errors={errors} />}
      {after && <Prose text={after} paragraph={`mt-1 ${NOTE}`} />}
    </div>
  );
}

/** The examples stay in view next to the text while it scrolls. If they are taller than the window, they scroll, too. */
function Examples({ title, examples }: Entry) {
  if (examples.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-2 min-[72rem]:sticky min-[72rem]:top-2 min-[72rem]:max-h-[calc(100dvh-2rem)] min-[72rem]:self-start min-[72rem]:overflow-y-auto">
      {examples.map((example) => (
        <CodePanel
          key={example.title}
          title={example.title}
          label={`${title}: ${example.title.toLowerCase()}`}
          language={/^[{[]/.test(example.text) ? "json" : "sh"}
          code={example.text}
        />
      ))}
    </div>
  );
}

/** Text and parts, with the examples next to them on wide screens. @param level the title's, on its page */
export function EntryView({ entry, level }: { entry: Entry; level: 1 | 2 }) {
  const { id, title, endpoint, text, parts } = entry;
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-3 min-[72rem]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div className="min-w-0">
        <Heading level={level} id={id}>
          {title}
        </Heading>
        {endpoint && (
          <p className="mt-0.5 font-mono text-small">
            <span className="font-strong">{endpoint.method}</span> {endpoint.path}
          </p>
        )}
        <Paragraphs text={text} />
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts without a heading have no other key
          <PartView key={index} part={part} level={level === 1 ? 2 : 3} />
        ))}
      </div>
      <Examples {...entry} />
    </section>
  );
}

export const Paragraphs = ({ text }: { text: string }) => (
  <div className="prose">
    <Prose text={text} paragraph="mt-1 max-w-reading" />
  </div>
);
