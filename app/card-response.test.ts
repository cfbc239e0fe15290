import { afterAll, expect, it } from "vitest";
import { stopDrawing } from "#lib/receipts/drawing/threads.ts";
import { renderCard } from "./card-response.ts";

const card = (name: string) => ({
  kind: "school" as const,
  brandName: "Points to Giving",
  school: {
    school_id: "test-state",
    name,
    foundation_name: "Test State Athletics Fund",
    colors: ["#ba0c2f", "#a7b1b7"],
  },
});

afterAll(() => stopDrawing());

it("a card is drawn once for however many requests, and the same again elsewhere", async () => {
  const [one, other] = await Promise.all([renderCard(card("Once")), renderCard(card("Once"))]);
  expect(one).toBe(other);
  expect(await renderCard(card("Other"))).not.toEqual(one);
});

it("a card isn't drawn if too many are waiting, and isn't refused forever", async () => {
  const asked = Array.from({ length: 25 }, (_, n) => renderCard(card(`Busy ${n}`)));
  const refusals = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
  // As many are drawn or wait as the queue of all drawing lets.
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThan(10);
  expect(refusals[0]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
  expect((await renderCard(card("Busy 24"))).byteLength).toBeGreaterThan(10_000);
});
