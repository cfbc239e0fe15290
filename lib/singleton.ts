/**
 * Singletons of the process. Our server's bundle and Next.js's bundle each hold a copy of every module,
 * so a module-level variable would exist twice: these live on `globalThis` and exist once.
 */
const KEY = Symbol.for("points-to-donation.singletons");
const scope = globalThis as { [KEY]?: Map<string, unknown> };
scope[KEY] ??= new Map();
const singletons = scope[KEY];

type Singleton<T> = {
  /** The instance of this process, created at its first use. */
  (): T;
  replace(value: T): T;
  /** Removes the instance, so that the next use creates a new one. @returns the old one, to be closed */
  reset(): T | undefined;
};

/** @param name unique in the product; every copy of the module uses the same */
export function perProcess<T extends object>(name: string, make: () => T): Singleton<T> {
  const replace = (value: T) => {
    singletons.set(name, value);
    return value;
  };
  const current = () => singletons.get(name) as T | undefined;
  const reset = () => {
    const value = current();
    singletons.delete(name);
    return value;
  };
  return Object.assign(() => current() ?? replace(make()), { replace, reset });
}

/** Whether this process has a custom server, as Next.js calls it: ours, in front of Next.js. */
export const customServer = perProcess("custom server", () => ({ isActive: false }));
