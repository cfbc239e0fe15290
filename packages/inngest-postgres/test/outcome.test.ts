import { describe, expect, it } from "vitest";
import { outcomeOf, readSleep, type SdkResponse } from "../outcome.ts";

const answer = (status: number, body: unknown, more: Partial<SdkResponse> = {}): SdkResponse => ({
  status,
  body,
  noRetry: false,
  ...more,
});
const error = { name: "Error", message: "no" };
const firstOfThree = (given: SdkResponse) => outcomeOf(given, 0, 3);

describe("a response of the SDK", () => {
  it("200 ends the run", () => {
    expect(firstOfThree(answer(200, 7))).toEqual({ kind: "completed", steps: [], output: 7 });
  });

  it("a step that ran or failed permanently is stored, and the run continues", () => {
    const ran = { id: "a", op: "StepRun" };
    const failed = { id: "b", op: "StepFailed", error };
    const steps = [
      { id: "a", data: null },
      { id: "b", error },
    ];
    expect(firstOfThree(answer(206, [ran, failed]))).toEqual({ kind: "continue", steps });
  });

  it("a step and the end may come together", () => {
    const both = [
      { id: "a", op: "StepRun", data: 1 },
      { id: "z", op: "RunComplete", data: 2 },
    ];
    expect(firstOfThree(answer(206, both))).toEqual({
      kind: "completed",
      steps: [{ id: "a", data: 1 }],
      output: 2,
    });
  });

  it("one planned step is requested", () => {
    const planned = { id: "a", op: "StepPlanned" };
    expect(firstOfThree(answer(206, [planned]))).toEqual({ kind: "call", steps: [], stepId: "a" });
  });

  it("an error is retried until the attempts are used up", () => {
    const given = answer(500, error);
    expect(outcomeOf(given, 1, 3)).toEqual({ kind: "retry", steps: [], error });
    expect(outcomeOf(given, 2, 3)).toEqual({ kind: "failed", steps: [], error });
  });

  it("an error is final if it says so", () => {
    const given = answer(400, error, { noRetry: true });
    expect(firstOfThree(given)).toMatchObject({ kind: "failed" });
  });

  it("a thrown value that is not an error still has a message", () => {
    expect(firstOfThree(answer(502, null))).toMatchObject({
      error: { name: "Error", message: "The function responded with 502." },
    });
  });

  it("an unknown operation fails the run, and is named", () => {
    const given = answer(206, [{ id: "a", op: "Teleport", displayName: "home" }]);
    expect(firstOfThree(given)).toMatchObject({
      error: { message: `The embedded executor doesn't support Teleport ("home").` },
    });
  });

  it("a sleep without an end fails the run", () => {
    const given = answer(206, [{ id: "a", op: "Sleep", name: "soon" }]);
    expect(firstOfThree(given)).toMatchObject({ kind: "failed" });
  });
});

it.each([
  ["1h30m", 5_400_000],
  ["1w2d", 777_600_000],
  ["", 0],
  ["2026-01-02T03:04:05.678Z", undefined],
  ["1 hour", undefined],
])("a sleep of %j", (text, ms) => {
  expect(readSleep(text)).toEqual(ms);
});
