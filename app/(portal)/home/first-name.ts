/** "Jordan" of "Jordan Sample". A name that begins with a title or an initial stays whole. */
export function firstNameOf(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return first.length > 1 && !first.endsWith(".") ? first : name;
}
