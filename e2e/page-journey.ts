/** A sequence of states, so that one test can check each in turn. */
import type { Page } from "playwright/test";
import type { PageCase } from "./every-page.ts";

type Step<T> = Omit<PageCase, "open" | "fromPrevious"> & {
  /** Starts at the previous state, or at the beginning. */
  reach(page: Page, at: T): Promise<unknown>;
};

/** @param begin sets up what all steps share @returns a case for each step, which can also be reached directly */
export function journey<T>(begin: (page: Page) => Promise<T>, steps: Step<T>[]): PageCase[] {
  const begun = new WeakMap<Page, T>();
  const reach = async (page: Page, some: Step<T>[]) => {
    for (const step of some) await step.reach(page, begun.get(page) as T);
  };
  return steps.map((step, index) => ({
    ...step,
    open: async (page) => {
      begun.set(page, await begin(page));
      await reach(page, steps.slice(0, index + 1));
    },
    ...(index > 0 ? { fromPrevious: (page: Page) => reach(page, [step]) } : {}),
  }));
}
