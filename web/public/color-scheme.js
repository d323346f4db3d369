// Before the first paint, so that a dark page never flashes white. What the page stores is "light", "dark" or "auto".
const wanted = localStorage.getItem('mantine-color-scheme-value');
const isDark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
