/** The page that errors link to, as HTML: a section for each code. docs/errors.md says the same. */
import { ERRORS } from '../../src/errors.ts';

export function errorsPage(): string {
  const { status, message } = ERRORS.not_found;
  const example = { error: { code: 'not_found', status, message, docs_url: '…/errors#not_found' } };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors · Watchbill API</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/errors.css">
<h1>Errors</h1>
<p>Every error of the <a href="/docs">API</a> has the same body:</p>
<pre>${escaped(JSON.stringify(example, null, 2))}</pre>
<p>Act on <code>code</code>: it never changes. <code>message</code> is for people: it says what was given and what is allowed,
and may get better words.</p>
${Object.entries(ERRORS).map(section).join('\n')}
</html>
`;
}

function section([code, { status, message, help }]: [string, (typeof ERRORS)[keyof typeof ERRORS]]): string {
  return `<section id="${code}">
<h2><a href="#${code}">${code}</a></h2>
<p><strong>${status}</strong> · ${escaped(message)}</p>
<p>${escaped(help).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>
</section>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
