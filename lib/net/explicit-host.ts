/**
 * Whether an http(s) URL has its host where RFC 3986 puts it. Browsers parse `https:///x`, `https:x`, and `https:\\x`
 * as `https://x/`; other programs don't.
 */
export const hasExplicitHost = (address: string): boolean =>
  !/^https?:/i.test(address) || /^https?:\/\/[^/\\?#]/i.test(address);
