/**
 * Loaded before the application where its memory is measured (`--expose-gc --import`): asked over the
 * channel of its parent, it collects garbage and tells what is left.
 */
process.on("message", (word) => {
  if (word !== "memory") return;
  (globalThis as { gc?: () => void }).gc?.();
  process.send?.(process.memoryUsage());
});
