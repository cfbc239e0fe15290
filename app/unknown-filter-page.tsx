import { StatusPage } from "./status-page.tsx";

/** Instead of a list that would show everything: what in its address isn't a filter. */
export const UnknownFilterPage = ({ problem, path }: { problem: string; path: string }) => (
  <StatusPage
    status={400}
    title="This filter isn’t known"
    href={path}
    link="Show it without filters"
  >
    {problem}
  </StatusPage>
);
