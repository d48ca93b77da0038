import { MantineProvider } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { basePath } from './lib/environment.ts';
import { LiveEventsProvider } from './live/live-events.tsx';
import { type ConsolePath, consolePages } from './pages.ts';
import { PetsPage } from './pets/pets-page.tsx';
import { SessionGate } from './session/session.tsx';
import { ErrorBoundary, NotFoundPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';
import { later } from './texts/later.ts';
import { theme } from './ui/theme.ts';
import { Toasts } from './ui/toasts.tsx';

// The list of animals is part of the first load, everything else is loaded when it is first opened.
const PetPage = later(async () => (await import('./pets/pet-page.tsx')).PetPage);
const contents: Record<ConsolePath, ComponentType> = {
  '/': later(async () => (await import('./overview/overview-page.tsx')).OverviewPage),
  '/animals': PetsPage,
  '/orders': later(async () => (await import('./orders/orders-page.tsx')).OrdersPage),
  '/inquiries': later(async () => (await import('./inquiries/inquiries-page.tsx')).InquiriesPage),
  '/figures': later(async () => (await import('./figures/figures-page.tsx')).FiguresPage),
  '/import': later(async () => (await import('./import/import-page.tsx')).ImportPage),
  '/categories': later(async () => (await import('./categories/categories-page.tsx')).CategoriesPage),
  '/shelter': later(async () => (await import('./shelter/shelter-page.tsx')).ShelterPage),
  '/people': later(async () => (await import('./people/people-page.tsx')).PeoplePage),
  '/keys': later(async () => (await import('./keys/keys-page.tsx')).KeysPage),
  '/webhooks': later(async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage),
};

export function ConsoleApp() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Router base={basePath}>
        <ErrorBoundary path="">
          <SessionGate>
            <LiveEventsProvider>
              <Shell>
                <Suspense fallback={<div className="skeleton" />}>
                  <Switch>
                    {consolePages.map(({ path }) => (
                      <Route key={path} path={path} component={contents[path]} />
                    ))}
                    <Route path="/animals/:petId">{({ petId }) => <PetPage petId={petId} />}</Route>
                    <Route component={NotFoundPage} />
                  </Switch>
                </Suspense>
              </Shell>
            </LiveEventsProvider>
          </SessionGate>
        </ErrorBoundary>
      </Router>
      <Toasts />
    </MantineProvider>
  );
}
