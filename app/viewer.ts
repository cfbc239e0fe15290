/** Who is signed in, as the header shows it. */
import { cache } from "react";
import type { Viewer } from "#components/portal/site-header.tsx";
import { type Context, contextOf, listContexts } from "#lib/auth/contexts.ts";
import { isStaff, personOf } from "#lib/auth/scopes.ts";
import { contextName, roleName } from "./context-labels.ts";
import { kindOf } from "./paths.ts";
import { currentSession } from "./session.ts";

/** Null for visitors. Read once per request. */
export const readViewer = cache(async (): Promise<Viewer | null> => {
  const scope = await currentSession();
  if (!scope) return null;
  const current = contextOf(scope);
  // A page says that it couldn't be shown even while this can't be read.
  const readable = await listContexts(personOf(scope)).catch((): Context[] => []);
  const contexts = readable.map(({ context, name, role }) => ({
    context,
    name: contextName(name),
    role: name === null ? null : roleName(role),
    isCurrent: context === current,
  }));
  const isAdmin = isStaff(scope) && scope.role === "admin";
  return { kind: kindOf(current), isAdmin, contexts };
});
