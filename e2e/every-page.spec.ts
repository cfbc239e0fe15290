import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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

/** Axe's source, read once, and evaluated once per page. */
const axePath = createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core");
const AXE = readFileSync(axePath, "utf8");
declare const axe: typeof import("axe-core");

/** How text looks that axe has found readable in this process: other pages and states repeat most of it. */
const readable = new Set<string>();

type Audit = {
  scheme: Scheme;
  repeats: string[];
  /** Looks whose contrast isn't measured again; those that pass are added. By default, all text is measured. */
  readable?: Set<string> | undefined;
};

/**
 * Axe's violations. In the dark scheme only the colors can differ. The contrast of text is most of the work, and depends
 * on its look only: the text's own, and that of everything it is on.
 */
async function findFaults(
  page: Page,
  { scheme, repeats, readable = new Set() }: Audit,
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { faults, passed } = await withoutRepeats(page, repeats, () =>
    page.evaluate(
      async ({ isDark, known }) => {
        const COLORS = "color-contrast";
        const BEHIND = ["backgroundColor", "backgroundImage", "opacity", "filter"] as const;
        const behind = new Map<Element, string>();
        const lookBehind = (element: Element | null): string => {
          if (!element) return "";
          const found = behind.get(element);
          if (found !== undefined) return found;
          const style = getComputedStyle(element);
          // What moves on top of something else may be on anything.
          const place = /static|relative/.test(style.position) ? "" : element.className;
          const own = [...BEHIND.map((name) => style[name]), place].join();
          const around = lookBehind(element.parentElement);
          const look = around.endsWith(`/${own}`) ? around : `${around}/${own}`;
          behind.set(element, look);
          return look;
        };
        const lookOf = (element: Element) => {
          const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
          return [color, fontSize, fontWeight, textShadow, lookBehind(element)].join("|");
        };
        const isText = (element: Element) =>
          element.matches("input, select, textarea") ||
          [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
        const seen = new Set(known);
        const unseen = new Map<Element, string>();
        for (const element of document.querySelectorAll("body *")) {
          // Text for screen readers only is a pixel wide.
          if (!isText(element) || element.getBoundingClientRect().width <= 1) continue;
          const look = lookOf(element);
          if (!seen.has(look)) unseen.set(element, look);
        }
        // No frames are analyzed: the demo bank's flow is visited separately.
        const options = { iframes: false, elementRef: true };
        const results: import("axe-core").AxeResults[] = [];
        if (!isDark) {
          const exclude = [["iframe"], ["li:nth-child(n + 6)"]];
          results.push(
            await axe.run(
              // Long lists repeat their structure.
              { include: [["html"]], exclude },
              { ...options, resultTypes: ["violations"], rules: { [COLORS]: { enabled: false } } },
            ),
          );
        }
        const passed: string[] = [];
        if (unseen.size > 0) {
          const measured = await axe.run(
            { include: [...unseen.keys()] },
            { ...options, runOnly: [COLORS] },
          );
          results.push(measured);
          for (const { element } of measured.passes.flatMap(({ nodes }) => nodes))
            passed.push(unseen.get(element as Element) ?? "");
        }
        const faults = results
          .flatMap(({ violations }) => violations)
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        return { faults, passed };
      },
      { isDark: scheme === "dark", known: [...readable] },
    ),
  );
  for (const look of passed) readable.add(look);
  return faults;
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/**
 * Every standalone control is at least 44 px high and wide; a link within a sentence may be as high as its
 * line. @returns what is smaller
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 44;
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
      return isSpread ? ((element as HTMLElement).offsetParent ?? element) : element;
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

async function check(
  page: Page,
  { repeats = [], isDense = false }: PageCase,
  looks: Look[],
  readable?: Set<string>,
) {
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
        .soft(
          await findFaults(page, { scheme: colorScheme, repeats, readable }),
          `${colorScheme}, ${width} wide`,
        )
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
      const faults = await findFaults(page, { scheme: colorScheme, repeats });
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
  await check(page, visit, QUICK_LOOKS, readable);
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
