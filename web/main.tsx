/** Entry point of the web application. The engine needs Temporal; browsers without it load a polyfill first. */
import './ui/style/library.css';
import './ui/style/typeface.css';
import './ui/style/tokens.css';
import './ui/style/controls.css';
import './ui/style/page.css';
import './ui/style/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followChanges } from './api/live.ts';
import { App, queryClient } from './app.tsx';
import { prefetchNowPage } from './now/prefetch.ts';
import { takeEarlySession } from './session/early-session.ts';
import { pageTime } from './time/now.ts';
import { loadTheRestWhenQuiet } from './ui/frame/later.tsx';
import { printInLightColors } from './ui/style/print.ts';

printInLightColors();
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
const session = await takeEarlySession(queryClient);
if (session !== undefined) followChanges(queryClient);
if (session !== undefined && isAtNow()) void prefetchNowPage(queryClient, session, pageTime());

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the application');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
loadTheRestWhenQuiet(queryClient);

function isAtNow(): boolean {
  return /^\/app\/?$/.test(location.pathname) && location.search === '';
}
