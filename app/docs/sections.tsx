import type { ReactNode } from "react";
import type { Convention } from "./conventions.ts";
import { Entry } from "./entry.tsx";
import { ErrorsList } from "./errors-list.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { Heading } from "./heading.tsx";
import { OperationEntry } from "./operation.tsx";
import { PartsList } from "./parts-list.tsx";
import { Note, Paragraphs } from "./prose.tsx";
import type { Group } from "./reference.ts";
import type { Webhooks } from "./webhooks.ts";

function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <Heading level={2} id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

export function ConventionsChapter({ conventions }: { conventions: Convention[] }) {
  return (
    <Chapter id="conventions" title="Conventions">
      {conventions.map(({ id, title, text, note, fields, errors, examples }) => (
        <Entry key={id} id={id} title={title} examples={examples}>
          <Paragraphs text={text} />
          {fields && (
            <div className="mt-2">
              <Note text={note} />
              <FieldsTable fields={fields} isAnswer />
            </div>
          )}
          {errors && <ErrorsList errors={errors} />}
        </Entry>
      ))}
    </Chapter>
  );
}

export function GroupChapter({ group }: { group: Group }) {
  return (
    <Chapter id={group.id} title={group.name}>
      <Paragraphs text={[group.description]} />
      {group.operations.map((operation) => (
        <OperationEntry key={operation.id} operation={operation} />
      ))}
    </Chapter>
  );
}

export function WebhooksChapter({ webhooks }: { webhooks: Webhooks }) {
  const { name, text, headers, answers, example, events } = webhooks;
  return (
    <Chapter id="webhooks" title={name}>
      <Entry id="webhook-deliveries" title="Every delivery" examples={[example]}>
        <Paragraphs text={text} />
        <div className="mt-3">
          <Heading level={4} id="webhook-headers">
            Headers
          </Heading>
          <div className="mt-1">
            <FieldsTable fields={headers} isAnswer />
          </div>
        </div>
        <div className="mt-3">
          <Heading level={4} id="webhook-answers">
            Your response
          </Heading>
          <ErrorsList errors={answers} />
        </div>
      </Entry>
      {events.map((event) => (
        <Entry key={event.id} id={event.id} title={event.name} examples={event.examples}>
          <Paragraphs text={event.text} />
          <PartsList parts={event.parts} />
        </Entry>
      ))}
    </Chapter>
  );
}
