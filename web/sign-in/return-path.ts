/** The page to open after signing in. */

/** A path of this application, without its base. Anything else, such as another site, becomes the first page. */
export function returnPath(to: string | null): string {
  if (to === null || !to.startsWith('/')) return '/';
  const here = 'http://here.invalid';
  const url = URL.parse(to, here);
  if (url === null || url.origin !== here || url.pathname === '/sign-in') return '/';
  return `${url.pathname}${url.search}`;
}
