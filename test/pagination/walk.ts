/** Reads a list page by page while it changes. */
import { expect } from "vitest";
import { call } from "../api.ts";
import { operation } from "../operations.ts";
import type { ListUnderTest } from "./lists.ts";

/** How many rows are inserted and deleted between pages. */
const TRANSIENT_ROWS = 3;

/**
 * Reads all pages with one limit. Between pages, rows are inserted and deleted before and after the current
 * position.
 * @param stable the rows that exist throughout
 */
export async function walk(list: ListUnderTest, limit: number, stable: Set<string>): Promise<void> {
  const tested = operation(list.id);
  const seen: string[] = [];
  let transient = await list.add(TRANSIENT_ROWS);
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { ...list.query, limit: String(limit) };
    if (cursor !== null) query.cursor = cursor;
    const { status, body } = await call(tested, { ...list.by, params: list.params, query });
    expect(status).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    expect(body.meta.total).toBe(stable.size + transient.length);
    seen.push(...body.data.map((row: Record<string, string>) => row[list.idField]));
    cursor = body.meta.next_cursor;
    await list.remove(transient);
    transient = await list.add(TRANSIENT_ROWS);
  } while (cursor !== null);
  await list.remove(transient);
  const ours = seen.filter((id) => stable.has(id));
  expect(ours).toHaveLength(stable.size);
  expect(new Set(ours)).toEqual(stable);
  // Changing rows are returned at most once.
  expect(new Set(seen).size).toBe(seen.length);
}

const MAX_PAGE_BYTES = 512 * 1_024;

/** Reads all pages of a list that is too large for one page, and checks that no page exceeds the maximum size. */
export async function walkLarge(list: ListUnderTest, rows: string[]): Promise<void> {
  const tested = operation(list.id);
  const seen: string[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const query = { ...list.query, limit: "100", ...(cursor === null ? {} : { cursor }) };
    const { status, body } = await call(tested, { ...list.by, params: list.params, query });
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    expect(body.meta.total).toBe(rows.length);
    seen.push(...body.data.map((row: Record<string, string>) => row[list.idField]));
    cursor = body.meta.next_cursor;
    pages += 1;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(rows.toSorted());
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThan(rows.length);
}
