import type { Filters } from "./filters.ts";

/** What to try when no school matches. */
export function NoResults({ values }: { values: Filters["values"] }) {
  const onlyFollowed = values.followed === "true" && Object.keys(values).length === 1;
  return (
    <div className="mt-2 max-w-reading border-line border-t pt-3">
      <h2 className="font-strong text-lead">
        {onlyFollowed ? "You’re not following any schools yet" : "No matching schools"}
      </h2>
      <p className="mt-0.5 text-quiet">
        {onlyFollowed
          ? "Follow the ones you care about: they come first when you give."
          : "Try a nickname, a city, or fewer letters, or remove a filter."}
      </p>
      <p className="mt-1">
        <a href="/schools" className="link-alone">
          Show all schools
        </a>
      </p>
    </div>
  );
}
