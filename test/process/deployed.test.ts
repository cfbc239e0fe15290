/** The settings that production requires. The packed image is covered by the long tests. */
import { expect, it } from "vitest";
import { Application } from "./application.ts";
import { productionSettings } from "./deployed.ts";

it.each(["DATABASE_URL", "AUTH_SECRET", "PUBLIC_BASE_URL"])(
  "production without %s reports it and exits",
  async (name) => {
    const incomplete = new Application({
      ...productionSettings(),
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/points",
      [name]: "",
    });
    expect(await incomplete.startAndFail()).toMatch(new RegExp(`^${name} is not set`));
  },
);
