/**
 * Loaded before the application to measure its memory (`--expose-gc --import`): on request of its parent,
 * it collects garbage and reports the heap.
 */
process.on("message", (word) => {
  if (word !== "memory") return;
  (globalThis as { gc?: () => void }).gc?.();
  process.send?.(process.memoryUsage());
});
