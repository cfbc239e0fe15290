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
    motif: "pennants" as const,
  },
});

afterAll(() => stopDrawing());

it("renders a card once for concurrent requests", async () => {
  const [one, other] = await Promise.all([renderCard(card("Once")), renderCard(card("Once"))]);
  expect(one).toBe(other);
  expect(await renderCard(card("Other"))).not.toEqual(one);
});

it("rejects a card while the queue is full, and renders it later", async () => {
  const attempts = Array.from({ length: 25 }, (_, n) => renderCard(card(`Busy ${n}`)));
  const results = await Promise.allSettled(attempts);
  const rejections = results.filter(({ status }) => status === "rejected");
  expect(rejections.length).toBeGreaterThan(0);
  expect(rejections.length).toBeLessThan(10);
  expect(rejections[0]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
  expect((await renderCard(card("Busy 24"))).byteLength).toBeGreaterThan(10_000);
});
