import type { Filters } from "./filters.ts";

/** What to try when no school matches. */
export function NoResults({ values }: { values: Filters["values"] }) {
  const onlyFollowed = values.followed === "true" && Object.keys(values).length === 1;
  return (
    <div className="mt-2 max-w-reading border-line border-t pt-3">
      <h2 className="font-strong text-lead">
        {onlyFollowed ? "You follow no school yet" : "No school like that"}
      </h2>
      <p className="mt-0.5 text-quiet">
        {onlyFollowed
          ? "Follow the ones you care for: they come first when you give."
          : "Try fewer letters, the nickname of its teams or its city, or take a filter away."}
      </p>
      <p className="mt-1">
        <a href="/schools" className="link-alone">
          Show all schools
        </a>
      </p>
    </div>
  );
}
