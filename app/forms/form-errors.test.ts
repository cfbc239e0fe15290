import { expect, it, vi } from "vitest";
import { ERRORS, type ErrorCode, ServiceError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { FORM, toFormErrors } from "./form-errors.ts";

const codes = Object.keys(ERRORS) as ErrorCode[];

it("whatever is wrong with what was sent is shown, and isn't logged as our error", () => {
  const logged = vi.spyOn(log(), "error");
  for (const code of codes.filter((one) => ERRORS[one].status < 500 && one !== "RATE_LIMITED")) {
    const thrown = new ServiceError(code);
    expect(toFormErrors(thrown, {})).toEqual({ [FORM]: thrown.message });
    expect(toFormErrors(thrown, { [code]: "Ours", [FORM]: "Other" })).toEqual({ [FORM]: "Ours" });
  }
  expect(logged).not.toHaveBeenCalled();
});

it("whatever went wrong on our side is logged, and shown without details", () => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  expect(toFormErrors(new Error("a detail"), {})[FORM]).toContain("on our side");
  expect(logged).toHaveBeenCalledOnce();
});
