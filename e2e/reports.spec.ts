import { expect, test } from "./fixtures.ts";
import { schoolWithGifts } from "./pages-school-reports.ts";
import { makeMember, signInToTeam } from "./staff.ts";

test("a viewer reports a month: its totals, the board's report, and both files", async ({
  page,
}) => {
  const viewer = await makeMember(await schoolWithGifts(), "viewer");
  await signInToTeam(page, viewer, "/school/reports");
  const main = page.getByRole("main");
  await main.getByText("Other days").click();
  await page.getByLabel("From", { exact: true }).fill("2026-09-04");
  await page.getByLabel("To", { exact: true }).fill("2026-09-07");
  await main.getByRole("button", { name: "Apply these days" }).click();
  const byDay = main.getByRole("table", { name: "Confirmed by day" });
  await expect(byDay.getByRole("row")).toContainText([
    "Day",
    "Sep 4, 2026",
    "Sep 5",
    "Sep 6",
    "Sep 7",
    "Total",
  ]);
  await expect(byDay.getByRole("row").last()).toContainText("$292.55");
  await expect(main.getByRole("link", { name: "Board report" })).toHaveCount(0);

  await main.getByRole("link", { name: /^September 2026: / }).click();
  await expect(main.getByRole("heading", { name: "September 2026" })).toBeVisible();
  const file = async (name: string | RegExp) => {
    const path = await main.getByRole("link", { name }).getAttribute("href");
    const response = await page.request.get(path as string);
    expect(response.status()).toBe(200);
    return { headers: response.headers(), body: await response.body() };
  };
  const board = await file("Board report (PDF)");
  expect(board.headers["content-type"]).toBe("application/pdf");
  expect(board.headers["content-disposition"]).toContain("board-report-2026-09.pdf");
  expect(board.body.subarray(0, 5).toString()).toBe("%PDF-");
  const sums = await file("CSV");
  expect(sums.body.toString()).toContain("2026-09-01,2026-09-30,confirmed,,,28,5771.18\r\n");

  await main.getByRole("link", { name: "California record" }).click();
  await expect(main).toContainText("neither legal advice nor a filing");
  const gifts = await file("Export each gift as CSV");
  expect(gifts.body.toString().trim().split("\r\n")).toHaveLength(1 + 32);
});
