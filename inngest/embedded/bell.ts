/** Lets one sleeper be woken early. A ring that nobody hears yet is kept for the next sleep. */

export type Bell = ReturnType<typeof createBell>;

/** Makes a bell. */
export function createBell() {
  let rung = false;
  let wake = () => {};
  return {
    ring(): void {
      rung = true;
      wake();
    },
    /** Rings after a while; does not keep the process alive for it. */
    ringIn(ms: number): void {
      setTimeout(() => this.ring(), Math.max(0, ms)).unref();
    },
    /** Sleeps until the bell rings, at most so long. */
    async sleep(ms: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = () => {};
    },
  };
}
