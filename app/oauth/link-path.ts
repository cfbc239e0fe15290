/** The path of a bank's consent request, which a cardholder returns to after signing in. */
export const linkPath = (handle: string) => `/oauth/link/${encodeURIComponent(handle)}`;

/** The handle in a consent request's path; undefined for any other path. */
export const linkHandleIn = (path: string): string | undefined =>
  /^\/oauth\/link\/([\w-]+)$/.exec(path)?.[1];
