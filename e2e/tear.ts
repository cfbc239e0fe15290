/** The ticket's stub as it tears off. */
import type { Page } from "playwright/test";

/** Stops the stub where it has turned the furthest, which is later than 70% of the way. */
export const pauseTear = (page: Page) =>
  page.evaluate(() => {
    const tear = document
      .getAnimations()
      .find((one) => one instanceof CSSAnimation && one.animationName === "tear");
    if (!tear) throw new Error("no stub tears off");
    tear.pause();
    tear.currentTime = 0.7 * Number(tear.effect?.getComputedTiming().duration);
  });
