/** The layout of a mail: the same text as plain text and as HTML, light and dark, with one link. */
export interface Letter {
  readonly subject: string;
  /** The first paragraph is the heading. The lines of a paragraph are written below each other. */
  readonly paragraphs: readonly Paragraph[];
  readonly link: { readonly label: string; readonly url: string };
  /** Why the reader gets it. */
  readonly footer: string;
  /** Where the reader unsubscribes from this kind of mail; absent in sign-in mails. */
  readonly unsubscribeUrl?: string | undefined;
}

export type Paragraph = string | readonly LetterLine[];
export type LetterLine = readonly (string | { readonly bold: string })[];

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function writeLetter(letter: Letter): WrittenLetter {
  const { subject, paragraphs, link, footer, unsubscribeUrl } = letter;
  const end = unsubscribeUrl === undefined ? footer : `${footer}\nNo more mails of this kind: ${unsubscribeUrl}`;
  const text = [...paragraphs.map(textOf), `${link.label}:\n${link.url}`, `--\n${end}`].join('\n\n');
  return { subject, text: `${text}\n`, html: htmlOf(letter) };
}

function textOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph;
  return paragraph
    .map((line) => line.map((piece) => (typeof piece === 'string' ? piece : piece.bold)).join(''))
    .join('\n');
}

function markupOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escaped(paragraph);
  const lines = paragraph.map((line) =>
    line
      .map((piece) => (typeof piece === 'string' ? escaped(piece) : `<strong>${escaped(piece.bold)}</strong>`))
      .join(''),
  );
  return lines.join('<br>\n');
}

/** Mail programs support little CSS: tables and inline styles for the light colours, a media query for the dark ones. */
function htmlOf({ subject, paragraphs, link, footer, unsubscribeUrl }: Letter): string {
  const [heading = '', ...others] = paragraphs.map(markupOf);
  const end =
    unsubscribeUrl === undefined
      ? ''
      : ` <a class="small" href="${escaped(unsubscribeUrl)}" style="color:#63636f;">Unsubscribe</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0c0c10 !important; }
  .card { background: #17171d !important; border-color: #2c2c35 !important; }
  .words { color: #ececf1 !important; }
  .small { color: #a5a5b3 !important; }
  .button { background: #ececf1 !important; color: #17171d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f6f9;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f9;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" class="card" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;background:#ffffff;border:1px solid #e3e3ea;border-radius:12px;">
<tr><td style="padding:28px 32px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;">
<p class="small" style="margin:0 0 20px;color:#63636f;font-size:13px;font-weight:600;">Watchbill</p>
<h1 class="words" style="margin:0 0 12px;color:#17171d;font-size:19px;line-height:1.3;">${heading}</h1>
${others.map((words) => `<p class="words" style="margin:0 0 12px;color:#17171d;">${words}</p>`).join('\n')}
<p style="margin:24px 0;"><a class="button" href="${escaped(link.url)}" style="display:inline-block;padding:11px 18px;background:#17171d;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none;">${escaped(link.label)}</a></p>
<p class="small" style="margin:0;color:#63636f;font-size:13px;">${escaped(footer)}${end}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
