/** Ends a loop's sleep early. A wake-up that comes while nobody sleeps ends the next sleep at once. */

export type Waker = ReturnType<typeof createWaker>;

/** Makes a waker for one sleeper. */
export function createWaker() {
  let woken = false;
  let endSleep = () => {};

  function wake(): void {
    woken = true;
    endSleep();
  }

  return {
    wake,
    /** Wakes after a delay, without keeping the process alive. */
    wakeIn(ms: number): void {
      setTimeout(wake, Math.max(0, ms)).unref();
    },
    /** Sleeps until woken, or until the time limit. */
    async sleep(ms: number): Promise<void> {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          endSleep = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
      endSleep = () => {};
    },
  };
}
