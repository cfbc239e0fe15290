/** Ends a loop's sleep early. A wake-up between sleeps ends the next one at once. */
export class Waker {
  private woken = false;
  private endSleep = () => {};

  wake = (): void => {
    this.woken = true;
    this.endSleep();
  };

  /** Sleeps until woken, at most this long. @returns whether it was woken */
  async sleep(ms: number): Promise<boolean> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const { woken } = this;
    this.woken = false;
    this.endSleep = () => {};
    return woken;
  }
}
