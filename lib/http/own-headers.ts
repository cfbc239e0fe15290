/** Paths that have no pages and set their own headers: the API, the embedded flow, and the authorization server. */
export const OWN_HEADERS = String.raw`v1|embed|openapi\.json|healthz|readyz|metrics|oauth/(?:jwks|token|userinfo|auth)|\.well-known`;
