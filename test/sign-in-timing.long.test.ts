import { expect, it } from "vitest";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { signIn } from "#lib/cardholders/sign-in/sign-in.ts";
import { makePerson, PASSWORD, randomAddress, sendRequestedLinks } from "./sign-in.ts";

const ROUNDS = 200;

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number;

function expectSimilar(durations: Record<string, number[]>): void {
  const medians = Object.values(durations).map(median);
  const spread = Math.max(...medians) / Math.min(...medians) - 1;
  const summary = medians.map((ms) => ms.toFixed(2)).join(", ");
  expect(spread, summary).toBeLessThan(0.1);
}

it("a rejected sign-in takes the same time, regardless of the reason", async () => {
  const [known, unactivated] = [await makePerson(), await makePerson(null)];
  const kinds = {
    wrong: () => [known.email, "another password entirely"] as const,
    unknown: () => [`nobody.${known.email}`, PASSWORD] as const,
    unactivated: () => [unactivated.email, PASSWORD] as const,
  };
  const durations: Record<string, number[]> = { wrong: [], unknown: [], unactivated: [] };
  // Interleaved, so that other load on this machine affects all kinds equally.
  for (let round = 0; round < ROUNDS + 5; round++) {
    for (const [kind, make] of Object.entries(kinds)) {
      const [email, password] = make();
      const from = { address: randomAddress(), userAgent: null };
      const startedAt = performance.now();
      const { code } = await signIn({ email, password }, from).catch((error) => error);
      expect(code).toBe("INVALID_CREDENTIALS");
      // The first few are warm-up.
      if (round >= 5) durations[kind]?.push(performance.now() - startedAt);
    }
  }
  expectSimilar(durations);
});

it("requesting a link takes the same time for known and unknown addresses", async () => {
  const durations: Record<string, number[]> = { known: [], unknown: [] };
  for (let round = 0; round < ROUNDS + 5; round++) {
    const { email } = await makePerson();
    for (const [kind, requested] of [
      ["known", email],
      ["unknown", `nobody.${email}`],
    ] as const) {
      const address = randomAddress();
      const startedAt = performance.now();
      await requestPasswordReset(requested, { address });
      if (round >= 5) durations[kind]?.push(performance.now() - startedAt);
      await sendRequestedLinks();
    }
  }
  expectSimilar(durations);
});
