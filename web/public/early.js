// What cannot wait for the application. First the colours, before the first paint, so that a dark page never flashes white: what
// is stored is "light", "dark" or "auto".
const wanted = localStorage.getItem('mantine-color-scheme-value');
const isDark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

// And who is signed in: the answer is there when the application is (session/early-session.ts takes it).
globalThis.earlySession = fetch('/session/').catch(() => undefined);
