"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";

const PAUSE_MS = 200;
const SHOW_AFTER_MS = 150;

/**
 * A field of a GET form that searches while one types: the page is made anew with what was found, and
 * the field keeps the focus. Without scripts, the form's button searches.
 */
export function SearchBox({ id, label, value }: { id: string; label: string; value: string }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [isSlow, setSlow] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const slow = isPending ? setTimeout(() => setSlow(true), SHOW_AFTER_MS) : undefined;
    if (!isPending) setSlow(false);
    return () => clearTimeout(slow);
  }, [isPending]);

  const searchSoon = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form) return;
      const given = [...new FormData(form)].filter(([, entered]) => entered !== "");
      const query = new URLSearchParams(given as [string, string][]);
      startTransition(() => router.replace(`?${query}`, { scroll: false }));
    }, PAUSE_MS);
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="block font-strong">
        {label}
      </label>
      <input
        id={id}
        name={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        defaultValue={value}
        onInput={(event) => searchSoon(event.currentTarget.form)}
        className="mt-1 block h-6 w-full rounded-box border border-edge bg-sheet px-1.5 text-base text-ink"
      />
      {/* The list that follows dims meanwhile: globals.css. */}
      <span data-searching={isSlow || undefined} className="sr-only" role="status">
        {isSlow ? "Searching…" : ""}
      </span>
    </div>
  );
}
