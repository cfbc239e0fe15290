import { expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { linkGuides, renderGuides } from "./guides.ts";

it.each([
  ["[a](linking.md)", "[a](/docs/linking)"],
  ["[a](batches.md)", "[a](/docs/batches)"],
  ["[a](foundations.md#sign-in)", "[a](/docs/foundations#sign-in)"],
  ["[a](gift-approval.md)", "[a](/docs/gift-approval)"],
  ["[a](reliability.md#simulation)", "[a](/docs/reliability#simulation)"],
  ["[a](../README.md#quickstart)", "a"],
  ["[a](decisions/0023-migrations-only-add.md)", "a"],
  ["[a](operating.md#people-and-teams)", "[a](/docs/operating#people-and-teams)"],
  ["[a](../packages/client/README.md#reconcile)", "[a](/docs/client#reconcile)"],
  ["[a](asvs.md)", "a"],
  ["[a](examples/receive-webhooks.mjs)", "a"],
  ["[a](#retry)", "[a](#retry)"],
  ["[a](https://example.com/x.md)", "[a](https://example.com/x.md)"],
  ["[a](/docs)", "[a](/docs)"],
])("%s becomes %s", (text, linked) => {
  expect(linkGuides(text)).toBe(linked);
});

it("no guide links to a file", () => {
  const text = renderGuides(projectRoot);
  expect(text).toContain("](/docs/linking)");
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    expect(target).toMatch(/^(https?:\/\/|#|\/docs\/)/);
  }
});

it("programs that a file collapses follow each other, so that they become tabs", () => {
  const text = renderGuides(projectRoot);
  expect(text).toContain("```\\n\\n</details>\\n\\n\\n\\n```go");
  expect(text).not.toContain("<summary>");
});
