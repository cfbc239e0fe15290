/** Iterates over lists. */
import type { BankClient } from "./client.ts";
import type { Answer, ItemOf, ListPath, RequestOptions, Rest } from "./operations.ts";

/** The pages of a list, each requested when it's asked for. @throws what calls throw */
export async function* pagesOf<P extends ListPath>(
  client: BankClient,
  path: P,
  ...[options]: Rest<RequestOptions<P, "GET">>
): AsyncGenerator<Answer<P, "GET">, void, undefined> {
  const { params, ...rest } = Object(options ?? {});
  let next: { cursor?: string } = {};
  for (;;) {
    const query = { ...params?.query, ...next };
    const page = await client.request("GET", path, { ...rest, params: { ...params, query } });
    yield page;
    if (page.meta.next_cursor === null) return;
    next = { cursor: page.meta.next_cursor };
  }
}

/** The items of a list, page by page. @throws what calls throw */
export async function* itemsOf<P extends ListPath>(
  client: BankClient,
  path: P,
  ...options: Rest<RequestOptions<P, "GET">>
): AsyncGenerator<ItemOf<P>, void, undefined> {
  for await (const { data } of pagesOf(client, path, ...options)) yield* data as ItemOf<P>[];
}
