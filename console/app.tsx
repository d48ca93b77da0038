import { MantineProvider, Skeleton } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { LiveEvents, LiveGate } from './live/live-events.tsx';
import { PetsPage } from './pets/pets-page.tsx';
import { SessionGate } from './session/session.tsx';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';
import { theme } from './ui/theme.ts';

// The list of animals comes with the page itself, everything else when it is first opened.
const OverviewPage = lazy(async () => ({ default: (await import('./overview/overview-page.tsx')).OverviewPage }));
const PetPage = lazy(async () => ({ default: (await import('./pets/pet-page.tsx')).PetPage }));
const OrdersPage = lazy(async () => ({ default: (await import('./orders/orders-page.tsx')).OrdersPage }));
const ImportPage = lazy(async () => ({ default: (await import('./import/import-page.tsx')).ImportPage }));
const KeysPage = lazy(async () => ({ default: (await import('./keys/keys-page.tsx')).KeysPage }));
const WebhooksPage = lazy(async () => ({ default: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage }));

/** The console. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Notifications position="bottom-right" />
      <FaultBoundary path="">
        <SessionGate>
          <LiveEvents>
            <Shell>
              <LiveGate>
                <Suspense fallback={<Skeleton h={240} />}>
                  <Switch>
                    <Route path="/" component={OverviewPage} />
                    <Route path="/animals" component={PetsPage} />
                    <Route path="/animals/:petId">{({ petId }) => <PetPage petId={petId} />}</Route>
                    <Route path="/orders" component={OrdersPage} />
                    <Route path="/import" component={ImportPage} />
                    <Route path="/keys" component={KeysPage} />
                    <Route path="/webhooks" component={WebhooksPage} />
                    <Route component={NotFoundPage} />
                  </Switch>
                </Suspense>
              </LiveGate>
            </Shell>
          </LiveEvents>
        </SessionGate>
      </FaultBoundary>
    </MantineProvider>
  );
}
