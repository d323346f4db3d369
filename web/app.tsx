/** The routes of the application, below /app. Each page is loaded when it is first opened. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { type AroundNavHandler, Redirect, Route, Router, Switch } from 'wouter';
import { createQueryClient } from './api/queries.ts';
import { NowPage } from './now/now-page.tsx';
import { SessionGate } from './session/session.tsx';
import { Shell } from './shell/shell.tsx';
import { theme } from './theme.ts';
import { ErrorBoundary } from './ui/frame/error-boundary.tsx';
import { later, styled } from './ui/frame/later.tsx';
import { loaded } from './ui/frame/loaded.tsx';
import { NotFoundPage } from './ui/frame/not-found-page.tsx';
import { PageSkeleton } from './ui/frame/page.tsx';

const Messages = later(async () => (await import('./shell/messages.tsx')).Messages);

const SchedulePage = pageAt(async () => (await import('./schedules/schedule-page.tsx')).SchedulePage);
const NewSchedulePage = pageAt(async () => (await import('./schedule-form/new-schedule-page.tsx')).NewSchedulePage);
const EditSchedulePage = pageAt(async () => (await import('./schedule-form/edit-schedule-page.tsx')).EditSchedulePage);
const CoveragePage = pageAt(async () => (await import('./coverage/coverage-page.tsx')).CoveragePage);
const CoverageRequestPage = pageAt(
  async () => (await import('./coverage/coverage-request-page.tsx')).CoverageRequestPage,
);
const TeamsPage = pageAt(async () => (await import('./teams/teams-page.tsx')).TeamsPage);
const TeamPage = pageAt(async () => (await import('./teams/team-page.tsx')).TeamPage);
const PeoplePage = pageAt(async () => (await import('./people/people-page.tsx')).PeoplePage);
const PersonPage = pageAt(async () => (await import('./people/person-page.tsx')).PersonPage);
const LoadPage = pageAt(async () => (await import('./load/load-page.tsx')).LoadPage);
const AuditLogPage = pageAt(async () => (await import('./audit-log/audit-log-page.tsx')).AuditLogPage);
const SettingsPage = pageAt(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const SignInPage = pageAt(async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage);
const ForgotPasswordPage = pageAt(async () => (await import('./sign-in/forgot-password-page.tsx')).ForgotPasswordPage);
const WelcomePage = pageAt(async () => (await import('./sign-in/welcome-page.tsx')).WelcomePage);

function pageAt<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return loaded(() => styled(load), <PageSkeleton />);
}

/** A fresh nonce in each document. The content security policy allows style sheets that scripts create only with it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The library that stops the page behind a dialog from scrolling reads the nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: nonce });

export const queryClient = createQueryClient();

/** A new page starts at its top. Going back restores the scroll position. */
const fromTheTop: AroundNavHandler = (navigate, to, options) => {
  const before = location.pathname;
  navigate(to, options);
  if (location.pathname !== before) scrollTo(0, 0);
};

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Messages missing={null} />
      <QueryClientProvider client={queryClient}>
        <Router base="/app" aroundNav={fromTheTop}>
          <ErrorBoundary>
            <Switch>
              <Route path="/sign-in">
                <SignInPage fallback={null} />
              </Route>
              <Route path="/forgot-password">
                <ForgotPasswordPage fallback={null} />
              </Route>
              <Route path="/welcome">
                <WelcomePage fallback={null} />
              </Route>
              <Route>
                <SessionGate>
                  <Shell>
                    <Pages />
                  </Shell>
                </SessionGate>
              </Route>
            </Switch>
          </ErrorBoundary>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages() {
  return (
    <ErrorBoundary>
      <Switch>
        <Route path="/" component={NowPage} />
        <Route path="/schedules">
          <Redirect replace to="/" />
        </Route>
        <Route path="/schedules/new" component={NewSchedulePage} />
        <Route path="/schedules/:id">{({ id }) => <SchedulePage key={id} id={id} />}</Route>
        <Route path="/schedules/:id/edit">{({ id }) => <EditSchedulePage key={id} id={id} />}</Route>
        <Route path="/coverage" component={CoveragePage} />
        <Route path="/coverage/:id">{({ id }) => <CoverageRequestPage key={id} id={id} />}</Route>
        <Route path="/teams" component={TeamsPage} />
        <Route path="/teams/:id">{({ id }) => <TeamPage key={id} id={id} />}</Route>
        <Route path="/people" component={PeoplePage} />
        <Route path="/people/:id">{({ id }) => <PersonPage key={id} id={id} />}</Route>
        <Route path="/load" component={LoadPage} />
        <Route path="/audit-log" component={AuditLogPage} />
        <Route path="/settings/:section?">{({ section }) => <SettingsPage section={section ?? 'profile'} />}</Route>
        <Route component={NotFoundPage} />
      </Switch>
    </ErrorBoundary>
  );
}
