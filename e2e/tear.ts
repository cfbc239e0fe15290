/** The ticket's stub as it tears off. */
import type { Page } from "playwright/test";

/** Holds the stub where it turns the furthest, 70% of the way. Nothing else of the page moves. */
export const holdTear = (page: Page) =>
  page.evaluate(() => {
    const stub = document.querySelector<HTMLElement>(".ticket-torn > .ticket-stub");
    if (stub) stub.style.animation = "tear 1s -0.7s both paused";
    if (!stub?.getAnimations().length) throw new Error("no stub tears off");
  });
