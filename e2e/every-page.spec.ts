import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { PAGES, type PageCase, SCHEMES, WIDTHS } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";

type Scheme = (typeof SCHEMES)[number];

/** Runs an action while the page lacks repeated content: axe and Tab are slow with thousands of elements. */
async function withoutRepeats<T>(page: Page, repeats: string[], work: () => Promise<T>) {
  const taken = await page.evaluateHandle((selectors) => {
    const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
    return all.map((element) => {
      const place = document.createComment("");
      element.replaceWith(place);
      return { element, place };
    });
  }, repeats);
  const result = await work();
  await taken.evaluate((all) => {
    for (const { element, place } of all) place.replaceWith(element);
  });
  return result;
}

/** Axe's source, read once: AxeBuilder would load it again in each run, for the page and each frame. */
const { source: AXE } = createRequire(import.meta.resolve("@axe-core/playwright"))("axe-core");
const NOTHING_TO_LOAD = "0;";

/** Axe's violations. In the dark scheme only the colors can differ. */
async function findFaults(page: Page, scheme: Scheme, repeats: string[]): Promise<string[]> {
  // No frames are analyzed (the demo bank's flow is visited separately), so axe needs no extra page
  // for them; and long lists repeat their structure.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: NOTHING_TO_LOAD })
    .setLegacyMode()
    .exclude("iframe");
  // Skips descriptions of passing checks.
  axe.options({ resultTypes: ["violations"] });
  axe.exclude("li:nth-child(n + 6)");
  if (scheme === "dark") axe.withRules("color-contrast");
  const { violations } = await withoutRepeats(page, repeats, () => axe.analyze());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/**
 * Every standalone control is at least 44 px high and wide, in teams' dense rooms only on phones, and 24 px elsewhere; a
 * link within a sentence may be as high as its line. @returns what is smaller
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const isDesk = document.querySelector("[data-desk]") !== null && innerWidth >= 640;
    const LEAST = isDesk ? 24 : 44;
    const within = (element: Element) => {
      const whole = element.closest("p, li, dd, h1, h2, h3, summary")?.textContent?.trim();
      return whole !== undefined && whole !== element.textContent?.trim();
    };
    /** The pressable area: its label, or the row that it covers. */
    const target = (element: Element) => {
      if (element.matches("input[type=checkbox], input[type=radio]")) {
        return element.closest("label") ?? element;
      }
      const isSpread = getComputedStyle(element, "::after").position === "absolute";
      const spread = element.closest("tr") ?? (element as HTMLElement).offsetParent;
      return isSpread ? (spread ?? element) : element;
    };
    const all = document.querySelectorAll(
      "a[href], button, select, summary, input:not([type=hidden])",
    );
    /** A tile is a label; its radio button serves the keyboard and screen readers. */
    const isTile = (element: Element) => element.matches("label > input.sr-only");
    const isShown = (element: Element) =>
      (isTile(element) || !element.closest(".sr-only")) && element.getClientRects().length > 0;
    return [...all]
      .filter(isShown)
      .filter(
        (element) =>
          getComputedStyle(element).position !== "absolute" ||
          element.matches("button") ||
          isTile(element),
      )
      .filter((element) => !(element.matches("a") && within(element)))
      .flatMap((element) => {
        const { width, height } = target(element).getBoundingClientRect();
        return Math.min(width, height) < LEAST
          ? [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`]
          : [];
      });
  });

/** Tabs through the page, or through its first part. @returns elements without a visible focus */
async function tabThrough(page: Page, most: number): Promise<string[]> {
  const round = await page.evaluateHandle(() => {
    const round = { seen: new Set<Element>(), unseen: [] as string[], isOver: false };
    document.body.tabIndex = -1;
    document.body.focus();
    document.addEventListener("focusin", ({ target }) => {
      const element = target as HTMLElement;
      // A focused frame means that an element inside it has the focus.
      if (element.localName === "iframe") return;
      round.isOver ||= round.seen.has(element);
      round.seen.add(element);
      const isTile = element.matches("label > input.sr-only");
      const shown = isTile ? (element.parentElement as Element) : element;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      const isVisible = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      if (!isVisible && !round.isOver) round.unseen.push(element.outerHTML.slice(0, 90));
    });
    return round;
  });
  const isOver = () =>
    round.evaluate(({ isOver }) => isOver || document.activeElement === document.body);
  let presses = 0;
  do {
    for (let press = 0; press < 8; press += 1) await page.keyboard.press("Tab");
    presses += 8;
  } while (presses < most && !(await isOver()));
  return round.evaluate(({ seen, unseen }) => (seen.size > 0 ? unseen : ["nothing takes it"]));
}

/** Each width, and the color schemes that axe checks there. */
type Look = { width: number; schemes: readonly Scheme[] };

// All checks in the widest layout; dark colors in the narrowest.
const QUICK_LOOKS: Look[] = WIDTHS.map((width) => {
  if (width === Math.max(...WIDTHS)) return { width, schemes: ["light"] };
  if (width === Math.min(...WIDTHS)) return { width, schemes: ["dark"] };
  return { width, schemes: [] };
});
const ALL_LOOKS: Look[] = WIDTHS.map((width) => ({ width, schemes: SCHEMES }));

// Narrower than 360 px a single long word at this size is wider than the page.
const ENLARGED_LOOKS = ALL_LOOKS.filter(({ width }) => width >= 360);
const ENLARGED_QUICK_LOOKS: Look[] = ENLARGED_LOOKS.map(({ width }) => ({ width, schemes: [] }));

async function check(page: Page, { repeats = [], isDense = false }: PageCase, looks: Look[]) {
  // Its text may be there before its stylesheet.
  await page.waitForLoadState();
  for (const { width, schemes } of looks) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await sideways(page), `sideways at ${width}`).toBe(0);
    const small = isDense ? [] : await smallTargets(page);
    expect.soft(small, `too small at ${width}`).toEqual([]);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect
        .soft(await findFaults(page, colorScheme, repeats), `${colorScheme}, ${width} wide`)
        .toEqual([]);
    }
  }
}

/** Sets the browser's default font size; 2 means 200%. */
async function scaleText(page: Page, by: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Page.setFontSizes", { fontSizes: { standard: 16 * by, fixed: 13 * by } });
}

/** Words that break inside, where none may, and a header of more than three rows. */
const brokenLines = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const places = document.querySelectorAll("header, h1, h2, button, legend, .ticket, nav");
    const range = document.createRange();
    for (const place of places) {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // The contents of a closed disclosure have boxes, too.
        if (!node.parentElement?.checkVisibility()) continue;
        // Longer words than any name or label: addresses and IDs.
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\p{L}{2,14}/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ y }) => y)).size > 1) broken.push(word);
        }
      }
    }
    const header = document.querySelector("header");
    const height = header?.getBoundingClientRect().height ?? 0;
    return height > 280 ? [...broken, `a header ${height} high`] : broken;
  });

/** At 200% text: no sideways scrolling, no broken words, and no axe violations in any layout. */
async function checkEnlarged(page: Page, { repeats = [] }: PageCase, looks: Look[]) {
  await scaleText(page, 2);
  for (const { width, schemes } of looks) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await sideways(page), `sideways at ${width} with text at 200 %`).toBe(0);
    expect.soft(await brokenLines(page), `broken at ${width}, text at 200 %`).toEqual([]);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const faults = await findFaults(page, colorScheme, repeats);
      expect.soft(faults, `${colorScheme}, ${width} wide, text at 200 %`).toEqual([]);
    }
  }
}

/** What the status labels of the page say, each once and in alphabetical order. */
const statusesOn = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll("[data-tone]")];
    return [...new Set(labels.map(({ textContent }) => textContent ?? ""))].sort();
  });

/** Waits for the state that the case is about, checks it, and makes sure that it still was the same. */
async function inItsState(
  page: Page,
  { name, statuses = [] }: PageCase,
  work: () => Promise<void>,
) {
  await expect.poll(() => statusesOn(page), name).toEqual(statuses);
  await work();
  expect(await statusesOn(page), `${name}, after the checks`).toEqual(statuses);
}

const name = "passes axe, never scrolls sideways, and shows keyboard focus";
const errorsOf = (visits: PageCase[]) => visits.flatMap((one) => one.allowedConsoleErrors ?? []);

/** Each page with the states reached from it. */
const journeys = PAGES.filter(({ isVariant }) => !isVariant).reduce<PageCase[][]>((all, visit) => {
  if (visit.fromPrevious) all.at(-1)?.push(visit);
  else all.push([visit]);
  return all;
}, []);

async function checkQuickly(page: Page, visit: PageCase): Promise<void> {
  await check(page, visit, QUICK_LOOKS);
  const { repeats = [] } = visit;
  const unseen = await withoutRepeats(page, repeats, () => tabThrough(page, 120));
  expect.soft(unseen, visit.name).toEqual([]);
  await checkEnlarged(page, visit, ENLARGED_QUICK_LOOKS);
}

for (const visits of journeys) {
  test.describe(visits.map((visit) => visit.name).join(", "), () => {
    test.use({ allowedConsoleErrors: errorsOf(visits) });

    test(name, async ({ page }) => {
      for (const visit of visits) {
        await (visit.fromPrevious ?? visit.open)(page);
        await inItsState(page, visit, () => checkQuickly(page, visit));
        await scaleText(page, 1);
      }
    });
  });
}

for (const visit of PAGES) {
  test.describe(visit.name, () => {
    test.use({ allowedConsoleErrors: errorsOf([visit]) });

    test(`${name}, in every look @long`, async ({ page }) => {
      await visit.open(page);
      await inItsState(page, visit, async () => {
        await check(page, visit, ALL_LOOKS);
        expect(await tabThrough(page, Number.POSITIVE_INFINITY)).toEqual([]);
        await checkEnlarged(page, visit, ENLARGED_LOOKS);
      });
    });
  });
}
