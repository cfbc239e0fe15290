/** Opens the demo bank's app. */
import type { Page } from "playwright/test";

type Choice = Partial<Record<"Preset amount" | "Preset school" | "Theme", string>>;

/** Opens the flow with the app's button. */
export async function openInApp(page: Page, choice: Choice = {}): Promise<void> {
  await page.goto("/sandbox/bank");
  for (const [label, option] of Object.entries(choice)) {
    await page.getByLabel(label).selectOption({ label: option });
  }
  await page.getByRole("button", { name: "Give points" }).click();
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
}

/** The flow within the app. */
export const flowIn = (page: Page) => page.frameLocator("iframe[title='Donation screen']");
