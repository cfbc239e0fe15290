import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { NetworkAttempts } from "./attempt-limiter.ts";

const attempts = new NetworkAttempts({ name: "test-network", points: 2, seconds: 3_600 });

/** A /48 that no other test uses; `subnet` completes a /64. */
const site = `2001:db8:${randomBytes(2).toString("hex")}`;
const at = (subnet: number) => `${site}:${subnet.toString(16)}::1`;

/** Makes one attempt from each of these /64s. @returns how many were admitted */
async function admitted(subnets: number[], target?: string): Promise<number> {
  let count = 0;
  for (const subnet of subnets) if (!(await attempts.consume(at(subnet), target))) count += 1;
  return count;
}

it.each([undefined, "pat@example.com"])(
  "/64s in one network share its limits (target: %s)",
  async (target) => {
    // A /56 has twice the limit of a /64, and a /48 twice that of a /56.
    expect(await admitted([0x100, 0x100, 0x100], target)).toBe(2);
    expect(await admitted([0x101, 0x102, 0x103, 0x104], target)).toBe(2);
    expect(await admitted([0x201, 0x301, 0x401, 0x501, 0x601, 0x701], target)).toBe(4);
    expect(await attempts.consume(at(0x801), target)).toMatchObject({
      policy: { name: "test-network-48", points: 8 },
    });
    // Other /48s and other targets are unaffected.
    expect(await attempts.consume("2001:db9::1", target)).toBeUndefined();
    if (target) expect(await admitted([0x801], "sam@example.com")).toBe(1);
  },
);

it("takes back and clears attempts in each network", async () => {
  const target = "kim@example.com";
  for (let n = 0; n < 20; n++) {
    expect(await attempts.consume(at(n * 256), target)).toBeUndefined();
    await attempts.uncount(at(n * 256), target);
  }
  expect(await admitted([0x100, 0x100, 0x200, 0x200], target)).toBe(4);
  await attempts.reset(at(0x100), target);
  expect(await admitted([0x100, 0x100, 0x300, 0x300], target)).toBe(4);
});
