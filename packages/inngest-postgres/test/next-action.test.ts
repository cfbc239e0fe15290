import { describe, expect, it } from "vitest";
import { nextAction, parseSleep, type SdkResponse } from "../next-action.ts";

const response = (status: number, body: unknown, more: Partial<SdkResponse> = {}): SdkResponse => ({
  status,
  body,
  noRetry: false,
  ...more,
});
const error = { name: "Error", message: "no" };
const afterFirst = (first: SdkResponse) => nextAction(first, 0, 3);

describe("an SDK response", () => {
  it("200 completes the run", () => {
    expect(afterFirst(response(200, 7))).toEqual({ kind: "completed", steps: [], output: 7 });
  });

  it("a step that ran or failed permanently is stored, and the run continues", () => {
    const ran = { id: "a", op: "StepRun" };
    const failed = { id: "b", op: "StepFailed", error };
    const steps = [
      { id: "a", data: null },
      { id: "b", error },
    ];
    expect(afterFirst(response(206, [ran, failed]))).toEqual({ kind: "continue", steps });
  });

  it("a step and the run's end may come together", () => {
    const both = [
      { id: "a", op: "StepRun", data: 1 },
      { id: "z", op: "RunComplete", data: 2 },
    ];
    expect(afterFirst(response(206, both))).toEqual({
      kind: "completed",
      steps: [{ id: "a", data: 1 }],
      output: 2,
    });
  });

  it("a planned step is requested", () => {
    const planned = { id: "a", op: "StepPlanned" };
    expect(afterFirst(response(206, [planned]))).toEqual({ kind: "call", steps: [], stepId: "a" });
  });

  it("an error is retried until no attempts are left", () => {
    const failed = response(500, error);
    expect(nextAction(failed, 1, 3)).toEqual({ kind: "retry", steps: [], error });
    expect(nextAction(failed, 2, 3)).toEqual({ kind: "failed", steps: [], error });
  });

  it("an error marked as final isn't retried", () => {
    const received = response(400, error, { noRetry: true });
    expect(afterFirst(received)).toMatchObject({ kind: "failed" });
  });

  it("a response without an error still gets a message", () => {
    expect(afterFirst(response(502, null))).toMatchObject({
      error: { name: "Error", message: "The function responded with 502." },
    });
  });

  it("an unknown operation fails the run, which names it", () => {
    const received = response(206, [{ id: "a", op: "Teleport", displayName: "home" }]);
    expect(afterFirst(received)).toMatchObject({
      error: { message: `The embedded executor doesn't support Teleport ("home").` },
    });
  });

  it("an invalid sleep fails the run", () => {
    const received = response(206, [{ id: "a", op: "Sleep", name: "soon" }]);
    expect(afterFirst(received)).toMatchObject({ kind: "failed" });
  });
});

it.each([
  ["1h30m", 5_400_000],
  ["1w2d", 777_600_000],
  ["", 0],
  ["2026-01-02T03:04:05.678Z", undefined],
  ["1 hour", undefined],
])("parses a sleep of %j", (text, ms) => {
  expect(parseSleep(text)).toEqual(ms);
});
