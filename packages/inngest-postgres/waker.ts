/** Ends a loop's sleep early. A wake-up that comes while nobody sleeps ends the next sleep at once. */
export class Waker {
  private woken = false;
  private endSleep = () => {};

  wake = (): void => {
    this.woken = true;
    this.endSleep();
  };

  /** Sleeps until woken, or until the time limit. */
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
