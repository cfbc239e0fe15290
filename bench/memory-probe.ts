/**
 * Loaded before the application to measure its memory (`--expose-gc --import`): when its parent asks,
 * it collects garbage and reports memory usage.
 */
process.on("message", (message) => {
  if (message !== "memory") return;
  (globalThis as { gc?: () => void }).gc?.();
  process.send?.(process.memoryUsage());
});
