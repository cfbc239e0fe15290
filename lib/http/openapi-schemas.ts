/** What the document says of schemas where zod alone says too much, too little or the wrong thing. */
import { z } from "zod";
import type { CreateDocumentOptions } from "zod-openapi";

type Override = Extract<NonNullable<CreateDocumentOptions["override"]>, (...args: never[]) => void>;

const SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Formats say it without zod's patterns; a number in a query is a number to its reader; answers may get
 * new fields; and a default is told also where the value is transformed.
 */
export const tidySchema: Override = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.format || jsonSchema.type === "integer") delete jsonSchema.pattern;
  if (jsonSchema.type === "boolean") delete jsonSchema.enum;
  if (jsonSchema.minimum === -SAFE) delete jsonSchema.minimum;
  if (jsonSchema.maximum === SAFE && io === "output") delete jsonSchema.maximum;
  if (io === "output" && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  if (zodSchema instanceof z.ZodDefault && jsonSchema.default === undefined) {
    jsonSchema.default = zodSchema.def.defaultValue as typeof jsonSchema.default;
  }
};
