import { expect, it } from "vitest";
import { describeBrowser } from "./sessions-section.tsx";

const MOZILLA = "Mozilla/5.0";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`,
    "Firefox on Windows",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on macOS",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `${MOZILLA} (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
])("recognizes %s", (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected);
});

it.each([
  [null],
  [""],
  [" "],
  ["curl/8.5.0"],
  ["Test/1"],
  ["<script>alert(1)</script>"],
  ["\u0000"],
])("reports %j as unknown", (userAgent) => {
  expect(describeBrowser(userAgent)).toBe("Unknown app or browser");
});
