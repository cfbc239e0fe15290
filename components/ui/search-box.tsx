"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";

const DEBOUNCE_MS = 200;
const SHOW_AFTER_MS = 150;

/** The form's GET URL without empty fields. */
function urlOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  return `${location.pathname}?${new URLSearchParams(fields as [string, string][])}`;
}

/**
 * A search field and button for a GET form. Searches as the reader types or changes other fields of the form, without
 * losing focus. Without JavaScript, the button searches.
 */
export function SearchBox({ id, label, value }: { id: string; label: string; value: string }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [isSlow, setSlow] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const slow = isPending ? setTimeout(() => setSlow(true), SHOW_AFTER_MS) : undefined;
    if (!isPending) setSlow(false);
    return () => clearTimeout(slow);
  }, [isPending]);

  useEffect(() => {
    const form = input.current?.form;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const search = () => {
      if (!form) return;
      // Navigating while offline would lose the current results.
      if (!navigator.onLine) return addEventListener("online", searchSoon, { once: true });
      startTransition(() => router.replace(urlOf(form), { scroll: false }));
    };
    const searchSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(search, DEBOUNCE_MS);
    };
    form?.addEventListener("input", searchSoon);
    // Text typed before hydration.
    if (input.current && input.current.value !== input.current.defaultValue) searchSoon();
    return () => {
      clearTimeout(timer);
      form?.removeEventListener("input", searchSoon);
      removeEventListener("online", searchSoon);
    };
  }, [router]);
  return (
    <div className="flex flex-wrap items-end gap-1">
      <div className="relative min-w-0 grow basis-24">
        <label htmlFor={id} className="block font-strong">
          {label}
        </label>
        <input
          ref={input}
          id={id}
          name={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          defaultValue={value}
          className="mt-1 block h-6 w-full rounded-box border border-edge bg-sheet px-1.5 text-base text-ink"
        />
        {/* globals.css dims the results below. */}
        <span data-searching={isSlow || undefined} className="sr-only" role="status">
          {isSlow ? "Searching…" : ""}
        </span>
      </div>
      <Button look="quiet">Search</Button>
    </div>
  );
}
