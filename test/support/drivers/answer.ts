/** What the service under test answered. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}
