import { expect, it } from "vitest";
import { readContextName } from "./tenants.ts";

it("a context's name is one of ours, as the database spells it, or none", () => {
  expect(readContextName("cardholder")).toBe("cardholder");
  expect(readContextName("school:ohio-state")).toBe("school:ohio-state");
  expect(readContextName("operator")).toBe("operator");
  expect(readContextName("bank:01989A64-1B02-7E5F-9D3C-4A6B8C0D2E11")).toBe(
    "bank:01989a64-1b02-7e5f-9d3c-4a6b8c0d2e11",
  );
  for (const text of ["", "school:", "bank:x", "admin", "school:../x", "SCHOOL:iowa"]) {
    expect(readContextName(text)).toBeNull();
  }
});
