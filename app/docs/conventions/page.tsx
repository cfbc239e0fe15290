import { readConventions } from "../conventions.ts";
import { DocsPage } from "../docs-page.tsx";
import { EntryView, Paragraphs } from "../entries.tsx";

export const policy = { cached: true };

export const metadata = { title: "API conventions" };

export default function Conventions() {
  const { title, text, entries } = readConventions();
  return (
    <DocsPage current="/docs/conventions">
      <h1 className="font-strong text-title">{title}</h1>
      <Paragraphs text={text} />
      {entries.map((entry) => (
        <div key={entry.id} className="mt-5 border-line border-t pt-4">
          <EntryView entry={entry} level={2} />
        </div>
      ))}
    </DocsPage>
  );
}
