import type { Metadata } from "next";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { Shell } from "../shell.tsx";
import { apiDocument } from "./document.ts";
import { Head } from "./head.tsx";
import { Navigation } from "./navigation.tsx";
import { readReference } from "./reference.ts";
import { ConventionsChapter, GroupChapter, WebhooksChapter } from "./sections.tsx";

export const metadata: Metadata = { title: "API reference" };

/** A static page: our server renders it once (server/page-cache.ts). */
export default function Docs() {
  const { publicBaseUrl, environment } = env();
  const reference = readReference(apiDocument(), publicBaseUrl);
  return (
    // Three columns need more width than other pages; the header and footer match. In print, long lines of
    // code are wrapped.
    <div className="[--container-list:88rem] print:[&_pre]:w-auto print:[&_pre]:whitespace-pre-wrap print:[&_pre]:wrap-anywhere">
      <Shell current="/docs">
        <Page width="list">
          <div className="grid-cols-[11.5rem_minmax(0,1fr)] gap-x-5 desk:grid print:block">
            <Navigation reference={reference} />
            <div className="min-w-0">
              <Head reference={reference} base={publicBaseUrl} environment={environment} />
              <ConventionsChapter conventions={reference.conventions} />
              {reference.groups.map((group) => (
                <GroupChapter key={group.id} group={group} />
              ))}
              <WebhooksChapter webhooks={reference.webhooks} />
            </div>
          </div>
        </Page>
      </Shell>
    </div>
  );
}
