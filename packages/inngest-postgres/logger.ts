/** What the executor needs of a logger: the methods that pino has. */

type Log = {
  (message: string): void;
  (fields: object, message: string): void;
};

export type Logger = Record<"debug" | "info" | "warn" | "error", Log> & {
  /** A logger whose lines carry these fields too. */
  child(fields: Record<string, unknown>): Logger;
};
