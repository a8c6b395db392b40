import { filterCountsRoute } from '#kit/server/http/filter-counts-route.ts'
import { fileRoutes } from '#kit/server/files/file-routes.ts'
import { pictureRoutes } from '#kit/server/files/picture-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { outboxRoute } from '#kit/server/mail/outbox.ts'
import type { Api } from '#kit/server/http/api.ts'
import { commentRoutes } from '#kit/server/http/comment-routes.ts'
import { healthRoutes } from '#kit/server/http/health.ts'
import { linkedRoutes } from '#kit/server/http/linked-routes.ts'
import { notificationRoutes } from '#kit/server/http/notification-routes.ts'
import type { NotificationStreams } from '#kit/server/http/notification-streams.ts'
import { oneOfRoutes } from '#kit/server/http/one-of-routes.ts'
import { resourceRoutes } from '#kit/server/http/resource-routes.ts'
import { searchRoute } from '#kit/server/http/search-routes.ts'
import { sameTerms } from '#app/locales/terms.ts'
import { validateRoutes } from '#kit/server/http/validate-routes.ts'
import { viewRoutes } from '#kit/server/http/view-routes.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { reportRoutes } from '#kit/server/reports/report.ts'
import { exportRoutes } from '#kit/server/sheets/export.ts'
import { importRoutes } from '#kit/server/sheets/import.ts'
import { administrationRoute } from './administration.ts'
import { administrationStatesRoute } from './administration-states.ts'
import { contributionRoute } from './contributions.ts'
import type { DemonstrationState } from './demonstration-state.ts'
import { firstRunCalls } from './first-run.ts'
import { pageViewRoute } from './page-views.ts'
import { areas } from './registry.ts'

interface RouteOptions {
  readonly ready: () => Promise<void>
  readonly storage: FileStorage
  readonly translate: Parameters<typeof importRoutes>[3]
  readonly sheetKinds: Parameters<typeof importRoutes>[4]
  readonly setupCode: string | undefined
  readonly demonstration: () => DemonstrationState
  readonly streams: NotificationStreams
}

/** Every operation of the API but the one that describes them: the kit's for each entity, then every area's own. */
export function addRoutes(
  api: Api,
  resources: ReadonlyMap<string, Resource>,
  { ready, storage, translate, sheetKinds, setupCode, demonstration, streams }: RouteOptions,
): void {
  healthRoutes(api, ready)
  fileRoutes(api, resources, storage)
  pictureRoutes(api)
  const accepted = areas.flatMap((area) => area.accepts ?? [])
  for (const resource of resources.values()) resourceRoutes(api, resource, resources, accepted)
  linkedRoutes(api, resources)
  oneOfRoutes(api, resources)
  exportRoutes(api, resources)
  reportRoutes(
    api,
    resources,
    areas.flatMap((area) => area.reports ?? []),
  )
  importRoutes(api, resources, storage, translate, sheetKinds)
  validateRoutes(api, resources)
  commentRoutes(api, resources)
  notificationRoutes(api, resources, streams)
  viewRoutes(api)
  filterCountsRoute(api, resources)
  searchRoute(api, resources, { sameTerms, place: 'perimeter' })
  outboxRoute(api)
  for (const area of areas) area.calls?.(api, resources, storage)
  contributionRoute(api, areas)
  administrationRoute(api, resources)
  administrationStatesRoute(api, areas)
  pageViewRoute(api)
  firstRunCalls(api, resources, setupCode, demonstration)
}
