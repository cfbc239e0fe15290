/** Who acts, as audit entries and other records name them. */

const WITH_ID = ["cardholder", "staff", "key", "service-key", "operator"] as const;

/**
 * `id`: the cardholder, the membership, the API key, the service key, or the operator's own name, which is null where it
 * isn't shown; for the service itself, the part of it.
 */
export type ActorId =
  | { readonly kind: "operator"; readonly id: string | null }
  | {
      readonly kind: Exclude<(typeof WITH_ID)[number], "operator"> | "service";
      readonly id: string;
    };

/** As it's stored: `staff:<membership>`, `operator`, or the part of the service, such as `scheduled`. */
export function nameOfActor({ kind, id }: ActorId): string {
  if (kind === "service") return id;
  return id === null ? kind : `${kind}:${id}`;
}

/** The actor with this stored name. */
export function readActor(name: string): ActorId {
  const [, kind, id = null] = /^([a-z-]+)(?::(.+))?$/s.exec(name) ?? [];
  const isNamed = WITH_ID.some((one) => one === kind) && (id !== null || kind === "operator");
  return (isNamed ? { kind, id } : { kind: "service", id: name }) as ActorId;
}
