// Runs before the application is loaded. First it sets the colour scheme ("light", "dark" or "auto" in the storage) before the
// first paint, so that a dark page never flashes white.
const wanted = localStorage.getItem('mantine-color-scheme-value');
const isDark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

// Then it asks who is signed in, so that the response is there when the application starts (session/early-session.ts).
globalThis.earlySession = fetch('/session/', { headers: { 'x-watchbill-request': '1' } }).catch(() => undefined);

// While the application is on its way, this loads the browser's tables of the reader's language. Otherwise the first page would wait
// for that, because its dates are written as in that language (time/display.ts).
for (const shape of [{ year: 'numeric', month: 'numeric', day: 'numeric' }, { hour: 'numeric' }]) {
  new Intl.DateTimeFormat(navigator.language, { ...shape, timeZone: 'UTC' }).formatToParts(0);
}
