/** A response of the service under test. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the response
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}
