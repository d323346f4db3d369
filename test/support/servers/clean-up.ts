/** Runs every step in order, even if one fails; then throws the first error. */
export async function cleanUp(...steps: readonly (() => unknown)[]): Promise<void> {
  await using all = new AsyncDisposableStack();
  for (const step of steps.toReversed()) {
    all.defer(async () => {
      await step();
    });
  }
}
