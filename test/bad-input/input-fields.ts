/** Every parameter and body field of an operation, with its faults, from the OpenAPI document. */
import type { Random } from "../random.ts";
import type { Fault, InputField } from "./faults.ts";
import {
  type Described,
  type Field,
  fieldOf,
  isFreeText,
  type ObjectSchema,
  type PlainSchema,
} from "./schemas.ts";
import { anotherWrongJson, type WrongJson, wrongJson } from "./wrong-json.ts";
import { anotherWrongParameter, wrongParameters } from "./wrong-parameters.ts";
import type { WrongString } from "./wrong-strings.ts";

type Parameter = Described["parameters"][number];

const CHANGE_KEYS = { path: "params", query: "query", header: "headers" } as const;

function parameterFault({ in: where, name }: Parameter, { what, value }: WrongString): Fault {
  const change = { [CHANGE_KEYS[where]]: { [name]: value } };
  const location = `${where}.${name}`;
  return { what: `${location}: ${what}`, touches: [location], change, locs: [[where, name]] };
}

/** Values that a client can send in a header: no control characters, and Latin-1. */
function wrongHeader({ maxLength = 0 }: PlainSchema & { maxLength?: number }): WrongString[] {
  const values = [
    "",
    "\u00fc",
    "a\u00a0b",
    "k".repeat(maxLength + 1),
    "\u00ff".repeat(maxLength + 9),
  ];
  return values.map((value) => ({ what: `header ${JSON.stringify(value.slice(0, 60))}`, value }));
}

function parameterField(parameter: Parameter, random: Random): InputField {
  const { schema } = fieldOf(parameter.schema, parameter.required ?? false);
  if (parameter.in === "header") {
    const known = wrongHeader(schema).map((wrong) => parameterFault(parameter, wrong));
    return { name: `header.${parameter.name}`, known };
  }
  // An empty segment would make a different path.
  const known = wrongParameters(schema).filter(({ value }) => parameter.in === "query" || value);
  return {
    name: `${parameter.in}.${parameter.name}`,
    known: known.map((wrong) => parameterFault(parameter, wrong)),
    another: () => parameterFault(parameter, anotherWrongParameter(schema, random)),
  };
}

function fieldFault(name: string, { what, text, below }: WrongJson): Fault {
  const location = `body.${name}`;
  return {
    what: `${location}: ${what}`,
    touches: [location],
    change: { fields: { [name]: text } },
    locs: below.map((loc) => ["body", name, ...loc]),
  };
}

function bodyField(name: string, field: Field, random: Random): InputField {
  return {
    name: `body.${name}`,
    known: wrongJson(field).map((wrong) => fieldFault(name, wrong)),
    another: () => fieldFault(name, anotherWrongJson(field, random)),
  };
}

function bodyFields(
  { properties = {}, required = [] }: ObjectSchema,
  random: Random,
): InputField[] {
  return Object.entries(properties).map(([name, schema]) =>
    bodyField(name, fieldOf(schema, required.includes(name)), random),
  );
}

/** A free-text filter is always valid (test/suites/filters.test.ts tests what it matches). */
const canBeWrong = (parameter: Parameter) =>
  parameter.in === "path" || !isFreeText(fieldOf(parameter.schema, false).schema);

/** All input fields of an operation. */
export function inputFieldsOf({ parameters, body }: Described, random: Random): InputField[] {
  return [
    ...parameters.filter(canBeWrong).map((parameter) => parameterField(parameter, random)),
    ...(body ? bodyFields(body.schema, random) : []),
  ];
}
