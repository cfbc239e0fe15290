import { TextLink } from "#components/ui/button.tsx";
import { charactersWithoutFont } from "#lib/receipts/drawing/typefaces/scripts.ts";

/** Says what receipts can't print of a donor's name, while it can still be changed. */
export function NameWarning({ name }: { name: string | null }) {
  const missing = charactersWithoutFont(name ?? "");
  if (missing.length === 0) return null;
  return (
    <p className="text-quiet">
      Receipts can’t print <bdi className="text-ink">{missing.join(" ")}</bdi> in your name, and
      show a box instead. If you’d rather have it in Latin letters, or with an initial, change your
      name in <TextLink href="/settings#profile">Settings</TextLink>.
    </p>
  );
}
