/** Converts zod issues to the violations of a 422. */
import type { z } from "zod";
import { MAX_VIOLATIONS, VIOLATION_TYPES, type Violation, type ViolationType } from "../errors.ts";

type Where = "path" | "query" | "header" | "body";
type Described = { type: ViolationType; msg: string };

const knownTypes = new Set<string>(VIOLATION_TYPES);

/** Reads the value at a path of the input, to tell a missing field from an invalid one. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = input;
  for (const key of path) at = (at as Record<PropertyKey, unknown> | undefined | null)?.[key];
  return at;
}

const WRONG_TYPE: Record<string, Described> = {
  string: { type: "string_type", msg: "Input should be a valid string" },
  number: { type: "float_type", msg: "Input should be a number" },
  int: { type: "int_type", msg: "Input should be a whole number" },
  boolean: { type: "bool_type", msg: "Input should be true or false" },
  object: { type: "dict_type", msg: "Input should be an object" },
  array: { type: "value_error", msg: "Input should be a list" },
  record: { type: "dict_type", msg: "Input should be an object" },
};

const WRONG_FORMAT: Record<string, Described> = {
  guid: { type: "uuid_parsing", msg: "Input should be a valid UUID" },
  uuid: { type: "uuid_parsing", msg: "Input should be a valid UUID" },
  url: {
    type: "url_parsing",
    msg: "Input should be an absolute https URL, an http URL on loopback, or a URL with a registered app scheme",
  },
  datetime: {
    type: "datetime_parsing",
    msg: "Input should be an RFC 3339 date-time with an offset",
  },
  date: { type: "datetime_parsing", msg: "Input should be a date such as 2026-11-21" },
  email: { type: "value_error", msg: "Value should be a valid email address" },
};

const MESSAGES: Partial<Record<ViolationType, string>> = {
  int_type: "Input should be a whole number",
  int_parsing: "Input should be a whole number",
  bool_parsing: "Input should be true or false",
  datetime_parsing: WRONG_FORMAT.datetime?.msg ?? "",
};

function describeTooSmall(issue: z.core.$ZodIssueTooSmall): Described {
  if (issue.origin === "string") {
    return {
      type: "string_too_short",
      msg: `String should have at least ${issue.minimum} character${issue.minimum === 1 ? "" : "s"}`,
    };
  }
  return issue.inclusive
    ? { type: "greater_than_equal", msg: `Input should be at least ${issue.minimum}` }
    : { type: "greater_than", msg: `Input should be greater than ${issue.minimum}` };
}

function describeTooBig(issue: z.core.$ZodIssueTooBig): Described {
  return issue.origin === "string"
    ? { type: "string_too_long", msg: `String should have at most ${issue.maximum} characters` }
    : { type: "less_than_equal", msg: `Input should be at most ${issue.maximum}` };
}

function describe(issue: z.core.$ZodIssue, input: unknown): Described {
  if (knownTypes.has(issue.message)) {
    const type = issue.message as ViolationType;
    return { type, msg: MESSAGES[type] ?? issue.message };
  }
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      if (valueAt(input, issue.path) === undefined)
        return { type: "missing", msg: "Field required" };
      if (issue.code === "invalid_value") {
        const values = issue.values.map((value) => `'${String(value)}'`).join(" or ");
        return { type: "enum", msg: `Input should be ${values}` };
      }
      return WRONG_TYPE[issue.expected] ?? { type: "value_error", msg: issue.message };
    case "too_small":
      return describeTooSmall(issue);
    case "too_big":
      return describeTooBig(issue);
    case "invalid_format":
      return WRONG_FORMAT[issue.format] ?? { type: "value_error", msg: issue.message };
    case "custom":
      return { type: issue.params?.type ?? "value_error", msg: issue.message };
    default:
      return { type: "value_error", msg: issue.message };
  }
}

/** zod reports all unknown fields as one issue: splits it into one for each. */
function splitUnknownKeys(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((key) => ({
    code: "custom",
    message: "Unknown parameter",
    params: { type: "extra_forbidden" },
    path: [...issue.path, key],
    input: issue.input,
  }));
}

/**
 * The violations found in one part of a request, up to `MAX_VIOLATIONS`.
 * @param where the first item of each `loc`
 * @param input the validated value
 */
export function violationsOf(error: z.ZodError, where: Where, input: unknown): Violation[] {
  const issues = error.issues.flatMap(splitUnknownKeys);
  return issues.slice(0, MAX_VIOLATIONS).map((issue) => {
    const { type, msg } = describe(issue, input);
    const rootOfBody = where === "body" && issue.path.length === 0 && type === "dict_type";
    return {
      loc: [where, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))],
      msg,
      type: rootOfBody ? "model_type" : type,
    };
  });
}
