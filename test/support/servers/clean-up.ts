/** Takes every step, in this order, also when one of them fails; then fails as that one did. */
export async function cleanUp(...steps: readonly (() => unknown)[]): Promise<void> {
  await using all = new AsyncDisposableStack();
  for (const step of steps.toReversed()) {
    all.defer(async () => {
      await step();
    });
  }
}
