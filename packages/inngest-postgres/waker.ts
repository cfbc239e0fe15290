/** Ends a loop's sleep early. A wake-up between sleeps ends the next one at once. */
export class Waker {
  private woken = false;
  private endSleep = () => {};

  wake = (): void => {
    this.woken = true;
    this.endSleep();
  };

  /** Sleeps until woken, at most this long. */
  async sleep(ms: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.woken = false;
    this.endSleep = () => {};
  }
}
