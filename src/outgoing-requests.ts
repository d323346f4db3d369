/**
 * Requests to other servers. Imported as ES modules, `node:http` and `node:https` load `fetch`, WebSockets and HTTP/2 too, which takes
 * 60 ms of every start.
 */
import type { ClientRequest, RequestOptions } from 'node:http';

const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** As `request` of `node:http`, over TLS where the address says so. */
export function beginRequest(address: string | URL, options: RequestOptions): ClientRequest {
  const url = new URL(address);
  return url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);
}
