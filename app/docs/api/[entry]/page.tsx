import type { Metadata } from "next";
import { env } from "#lib/env.ts";
import { MissingPage } from "../../../missing-page.tsx";
import { EntryView } from "../../entries.tsx";
import { entryPath, findEntry } from "../../reference.ts";
import { ReferencePage } from "../../reference-page.tsx";

type Props = { params: Promise<{ entry: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = findEntry((await params).entry);
  return { title: found ? `${found.entry.title}, API reference` : "Page not found" };
}

/** An operation or a webhook event. */
export default async function ApiEntry({ params }: Props) {
  const found = findEntry((await params).entry);
  if (!found) return <MissingPage />;
  return (
    <ReferencePage current={entryPath(found.entry)}>
      <EntryView entry={found.entry.read(env().publicBaseUrl)} level={1} />
    </ReferencePage>
  );
}
