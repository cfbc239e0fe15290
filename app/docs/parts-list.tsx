import { FieldsTable } from "./fields-table.tsx";
import { Heading } from "./heading.tsx";
import type { Part } from "./operations.ts";
import { Note } from "./prose.tsx";

/** The parts of requests and responses, each under its heading. */
export function PartsList({ parts }: { parts: Part[] }) {
  return parts.map(({ id, title, note, fields, isAnswer, repeats }) => (
    <div key={id} className="mt-3">
      <Heading level={4} id={id}>
        {title}
      </Heading>
      <Note text={note} />
      <div className="mt-1">
        <FieldsTable fields={fields} isAnswer={isAnswer} repeats={repeats} />
      </div>
    </div>
  ));
}
