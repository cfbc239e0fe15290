/** Iterates over lists. */
import type { BankClient } from "./client.ts";
import type { Answer, ItemOf, ListPath, Page, RequestOptions, Rest } from "./operations.ts";

/**
 * The pages of a list, each requested when it's asked for.
 * @throws what requests of the client do
 */
export async function* pagesOf<P extends ListPath>(
  client: BankClient,
  path: P,
  ...[options]: Rest<RequestOptions<P, "GET">>
): AsyncGenerator<Answer<P, "GET">, void, undefined> {
  const { params, ...rest } = Object(options ?? {});
  let cursor: string | null | undefined;
  do {
    const query = { ...params?.query, ...(cursor ? { cursor } : {}) };
    const page = await client.request("GET", path, { ...rest, params: { ...params, query } });
    yield page;
    cursor = page.meta.next_cursor;
  } while (cursor);
}

/** The items of a list, page by page. */
export async function* itemsOf<P extends ListPath>(
  client: BankClient,
  path: P,
  ...options: Rest<RequestOptions<P, "GET">>
): AsyncGenerator<ItemOf<P>, void, undefined> {
  for await (const page of pagesOf(client, path, ...options)) {
    yield* (page as unknown as Page<ItemOf<P>>).data;
  }
}
