/** Types for the part of autocannon that the benchmark uses; the package has none. */
declare module 'autocannon' {
  function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
  }): Promise<autocannon.Result>;

  namespace autocannon {
    interface Result {
      readonly requests: { readonly average: number };
      readonly latency: { readonly p99: number };
      readonly errors: number;
      readonly non2xx: number;
    }
  }

  export = autocannon;
}
