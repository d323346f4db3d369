/**
 * Requests to other servers. `node:http` and `node:https` come from `getBuiltinModule`: imported as ES modules, they would also load `fetch`,
 * WebSockets and HTTP/2, which takes 60 ms of every start.
 */
import type { ClientRequest, RequestOptions } from 'node:http';

const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** Like `request` of `node:http`, over TLS if the address says so. */
export function beginRequest(address: string | URL, options: RequestOptions): ClientRequest {
  const url = new URL(address);
  return url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);
}
