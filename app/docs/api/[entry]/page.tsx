import type { Metadata } from "next";
import { MissingPage } from "../../../missing-page.tsx";
import { DocsPage } from "../../docs-page.tsx";
import { EntryView } from "../../entries.tsx";
import { entryPath, findEntry } from "../../reference.ts";

export const policy = { cached: true };

type Props = { params: Promise<{ entry: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const entry = findEntry((await params).entry);
  return { title: entry ? `${entry.title}, API reference` : "Page not found" };
}

/** An operation or a webhook event. */
export default async function ApiEntry({ params }: Props) {
  const entry = findEntry((await params).entry);
  if (!entry) return <MissingPage />;
  return (
    <DocsPage current={entryPath(entry)}>
      <EntryView entry={entry} level={1} />
    </DocsPage>
  );
}
