/** Color arithmetic, and fixing colors with too little contrast. All are `#rrggbb`. */
import { contrast } from "../schools/monogram.ts";

const STEPS = 32;

/** `#abc` as `#aabbcc`, in lower case. */
export function longForm(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** Mixes two colors: 0 is the first, 1 is the second. */
export function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((from as number) + ((to as number) - (from as number)) * share);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever has more contrast; one of them always has more than 4.5. */
export function farthestFrom(color: string): string {
  return contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";
}

/** The nearest color with enough contrast to its background. */
export function mend(color: string, ground: string, ratio: number): string {
  const goal = farthestFrom(ground);
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, goal, step / STEPS);
    if (contrast(mixed, ground) >= ratio) return mixed;
  }
  return goal;
}
