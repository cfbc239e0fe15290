/** Lists that all tests share. */
import type { Locator } from "playwright/test";

/** Leaves only the rows with one of these texts, each of which has one: the others come and go as other tests run. */
export async function keepRows(rows: Locator, texts: string[]): Promise<void> {
  for (const text of texts) await rows.filter({ hasText: text }).first().waitFor();
  await rows.evaluateAll((all, kept) => {
    for (const row of all) {
      if (!kept.some((text) => row.textContent?.includes(text))) row.remove();
    }
  }, texts);
}
