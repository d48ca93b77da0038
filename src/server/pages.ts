import { assetFolder } from '../../contract/shelter.ts';
import { accentFor } from '../adopt/color.ts';
import { lookOf } from '../adopt/look.ts';
import { homePath } from '../adopt/page.ts';
import { createPublicPages } from '../adopt/public-pages.ts';
import { createDocument, describeServers } from '../api/document/document.ts';
import { toOpenApi30 } from '../api/document/openapi-3-0.ts';
import { resources } from '../catalogue/resources.ts';
import { shelterFacts } from '../config/public-page.ts';
import type { ErrorCode } from '../errors/service-error.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import type { Measurements } from '../http/response/metrics.ts';
import { createConsole, rememberBuild } from '../site/console.ts';
import { createDocumentPage } from '../site/document-page.ts';
import { createEmbed, embedPath } from '../site/embed.ts';
import { createMetricsAccess, createMetricsPage } from '../site/metrics-page.ts';
import { createReadyz, livez } from '../site/monitoring.ts';
import { createPhotoPages, mediaFolder } from '../site/photos.ts';
import { createAddressCheck, prefixOf } from '../site/public-address.ts';
import { followShelter } from '../site/shelter.ts';
import { createSiteHandler, redirectTo, type Site } from '../site/site.ts';
import { type Api, type AppDependencies, type Life, versionPath } from './api.ts';

/** The pages beside the API: those for programs by their paths, the console, and the public page. */
export function createPages(
  dependencies: AppDependencies,
  { life, measure, ...api }: Api & { life: Life; measure: () => Measurements },
) {
  const { store, environment, urls, publicStatuses, timeZone, shared, publicPage } = dependencies;
  const followed = followShelter(store);
  const set = shelterFacts(dependencies);
  const build = rememberBuild(dependencies.consoleFolder);
  const console = followed((stored) => {
    const { name, logo, color } = lookOf(stored, { ...set, frameOrigins: [] });
    const facts = {
      environment: dependencies.isDemo ? 'demo' : environment,
      publicPage: publicPage && publicStatuses,
      timeZone: () => timeZone().name,
      name,
      logo,
      accents: [accentFor(color, 'light').accent, accentFor(color, 'dark').accent],
    } as const;
    const pages = createConsole(facts, build);
    return { pages, missing: pages.missing };
  });
  const document = () => createDocument(resources, describeServers(urls));
  const measureAll = async () => (await shared?.measureAll()) ?? measure();
  const requireAccess = createMetricsAccess(api.authenticator, api.keyUses, dependencies.monotonicClock);
  const readyz = (check: () => Promise<void>) => createReadyz(check, () => life.phase);
  const countError = (code: ErrorCode) => api.metrics.countError(code);
  return {
    console,
    publicPages:
      publicPage &&
      followed((stored) => {
        const look = lookOf(stored, publicPage);
        return createPublicPages({ ...dependencies, ...api, look, statuses: publicStatuses, countError });
      }),
    pages: new Map<string, Handler>([
      ['/livez', livez],
      ['/readyz', readyz(() => store.check())],
      ['/readyz/reads', readyz(() => store.checkReads())],
      ['/readyz/writes', readyz(() => store.checkWrites())],
      ['/metrics', createMetricsPage(measureAll, requireAccess)],
      [embedPath, createEmbed(() => publicPage !== undefined, dependencies.consoleFolder)],
      ['/openapi.json', createDocumentPage(document)],
      ['/openapi-3.0.json', createDocumentPage(() => toOpenApi30(document()))],
    ]),
  };
}

/** Which page a path has, below the path of the public address if that has one. */
export function createSite(
  { store, log, origin, ...dependencies }: AppDependencies,
  { pages, console, publicPages, media, anonymous }: Api & ReturnType<typeof createPages>,
) {
  const ownFolders = [versionPath, homePath, assetFolder, mediaFolder];
  const isOwnPath = (path: string) =>
    ownFolders.includes(path) || pages.has(path) || console('pages')(path) !== undefined;
  const prefix = prefixOf(origin, isOwnPath);
  if (prefix !== '') pages.set(prefix, redirectTo(`${origin}/`));
  const addressCheck = dependencies.addressCheck && createAddressCheck({ ...dependencies.addressCheck, origin }, log);
  const browserPages: Site = (path) => publicPages?.('pages')(path) ?? console('pages')(path);
  const watchedPages = addressCheck?.watch(browserPages) ?? browserPages;
  const photos = createPhotoPages(store, media, log);
  const findPage: Site = (path) => photos(path) ?? pages.get(path) ?? watchedPages(path);
  const findForm: Site = (path) => publicPages?.('forms')(path);
  return {
    prefix,
    addressCheck,
    site: createSiteHandler(findPage, anonymous, findForm, (publicPages ?? console)('missing')),
  };
}
