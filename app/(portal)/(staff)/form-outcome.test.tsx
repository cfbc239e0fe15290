import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FormOutcome } from "./form-outcome.tsx";

const shown = (done: string | undefined) =>
  renderToStaticMarkup(<FormOutcome state={null} done={done} flashes={{ saved: "View saved" }} />);

it("shows only the messages that the page has", () => {
  expect(shown("saved")).toContain("View saved");
  for (const done of [undefined, "", "other", "__proto__"]) {
    expect(shown(done)).not.toContain("role=");
  }
});
