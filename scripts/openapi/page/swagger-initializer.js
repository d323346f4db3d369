/** Runs in the browser, at /docs. */
const { SwaggerUIBundle } = globalThis;

SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/docs/json',
  deepLinking: true,
  // Drawing all operations takes a browser seconds.
  docExpansion: 'none',
  tryItOutEnabled: true,
  // Colours cost more time than anything else of the page.
  syntaxHighlight: false,
  // Nothing is sent elsewhere.
  validatorUrl: null,
  // With a session, changes need this header (csrf.ts). The page is ours, so it may send it.
  requestInterceptor(request) {
    request.headers['x-watchbill-request'] = '1';
    return request;
  },
});
