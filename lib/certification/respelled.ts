/** The same JSON in another valid spelling: other white space, escapes, order of members, and numbers. */
export function respelled(json: string): string {
  const text = JSON.stringify(reordered(JSON.parse(json)), null, 3);
  return text
    .replace(/("dollar_amount": \d+\.\d)(?=[,\n])/g, "$10")
    .replace(/("dollar_amount": \d+)(?=[,\n])/g, "$1.0")
    .replaceAll("donation", "\\u0064onation");
}

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, member]) => [name, reordered(member)]));
}
