import type { Run } from "./run.ts";

/** A step of a certification: it arranges something, and looks at what the bank makes of it. */
export type Step = {
  expected: string;
  /** If it may take longer than others. */
  limitMs?: number;
  /** @returns `skipped` if there was nothing to try @throws Shortcoming */
  act: (run: Run) => Promise<unknown>;
};
