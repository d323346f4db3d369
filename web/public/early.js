// Runs before the application is loaded. First it sets the colour scheme ("light", "dark" or "auto" in the storage) before the
// first paint, so that a dark page never flashes white.
const wanted = localStorage.getItem('mantine-color-scheme-value');
const isDark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

// Then it asks who is signed in, so that the response is there when the application starts (session/early-session.ts).
globalThis.earlySession = fetch('/session/').catch(() => undefined);
