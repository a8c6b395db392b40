import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { eraseJobs } from '#areas/tenancy/server/index.ts'
import { Sessions } from '#areas/access/server/index.ts'
import { digestJobs } from '#areas/people/server/index.ts'
import { shelfJobs } from '#areas/library/server/index.ts'
import { metricValues } from '#areas/metrics/server/index.ts'
import { policyStructure } from '#areas/policies/server/index.ts'
import { gapFindings } from '#areas/gaps/server/index.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { DatabaseAccess, type DatabaseOptions } from '#kit/server/data/database/database.ts'
import { notifier } from '#kit/server/data/people/notify.ts'
import { readersOf } from '#kit/server/data/people/readers.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { purgeFiles } from '#kit/server/files/purge-files.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { mailJobs, type MailOptions } from '#kit/server/mail/outbox.ts'
import { answerErrors } from '#kit/server/http/answer-errors.ts'
import { NotificationStreams } from '#kit/server/http/notification-streams.ts'
import { notificationJobs } from '#kit/server/http/notification-routes.ts'
import { Api } from '#kit/server/http/api.ts'
import type { WidgetKeys } from '#kit/server/http/widget-keys.ts'
import type { Job, LongJob } from '#kit/server/http/area.ts'
import { expireKeys } from '#kit/server/http/expire-keys.ts'
import { forgetReminders } from '#kit/server/http/reminder.ts'
import { guardedFetch, type GuardedFetchOptions } from '#kit/server/http/guarded-fetch.ts'
import { loggingOptions, logRequests } from '#kit/server/http/logging.ts'
import { metrics } from '#kit/server/http/metrics.ts'
import { aboutRoute } from '#kit/server/http/about.ts'
import { openApiRoute } from '#kit/server/http/openapi.ts'
import { limitFloods } from '#kit/server/http/rate-limit.ts'
import { secure } from '#kit/server/http/security.ts'
import { sessionLanguage } from '#kit/server/http/session-language.ts'
import { staticWeb } from '#kit/server/http/static-web.ts'
import { guardWire, wireOptions, type ArrivalLimits } from '#kit/server/http/wire.ts'
import { translatorFor, type Translate } from '#kit/server/http/words.ts'
import { JobQueue, type JobLog } from '#kit/server/jobs/job-queue.ts'
import { forgetReports, reportJob } from '#kit/server/reports/report.ts'
import { exportJob } from '#kit/server/sheets/export.ts'
import { importJob } from '#kit/server/sheets/import.ts'
import type { DemonstrationState } from './demonstration-state.ts'
import { forgetPageViews } from './page-views.ts'
import { areas, catalogues, digests, resources, rightsOf, rightsWithin, withheldWithout } from './registry.ts'
import { addRoutes } from './routes.ts'

export interface AppOptions {
  /** URL of the database under the restricted role. */
  readonly databaseUrl: string
  /** The installation's secret, 32 bytes. */
  readonly key: Buffer
  /** What it was before; they open, and seal nothing. */
  readonly formerKeys?: readonly Buffer[]
  readonly storage: FileStorage
  readonly mail?: MailOptions
  readonly version: string
  /** The built web app; without it only the API is served. */
  readonly webFolder?: string
  /** Throws while the server cannot serve; asked by `/api/ready`. */
  readonly ready?: () => Promise<void>
  /** The sign-in page offers the demonstration's accounts. */
  readonly demo?: boolean
  /** How far the demonstration is that this start brings in. */
  readonly demonstration?: () => DemonstrationState
  readonly publicUrl?: string | undefined
  /** For how long failures in a row lock an address. */
  readonly lockMinutes?: number
  readonly widgets?: WidgetKeys
  /** Add-ons that may be tried; those that an area is unless tests say otherwise. */
  readonly addOns?: readonly string[]
  /** Without a public URL, links in mails lead to this port of the machine itself. */
  readonly port?: number
  /** Addresses, networks or `loopback`, `linklocal`, `uniquelocal`, by commas: whose word on the client's address is taken. Default `loopback`. */
  readonly trustedProxies?: string
  /** Hosts, addresses and networks, by commas, that may be fetched from although they are private. */
  readonly allowedHosts?: string | undefined
  /** Every address of a name; tests say other ones than the network does. */
  readonly resolve?: GuardedFetchOptions['resolve']
  /** Lets whoever holds it create the first administrator of an empty installation. */
  readonly setupCode?: string
  readonly metrics?: boolean
  /** The folder of libraries that every organisation finds on its shelf. */
  readonly libraries?: string | undefined
  /** Whether this server also takes jobs; if not, it only queues them. */
  readonly work?: boolean
  readonly logLevel?: string
  readonly clock?: () => Date
  /** How long a request may take to arrive; tests set less than people get. */
  readonly arrival?: Partial<ArrivalLimits>
  /** The same role on a streaming replica, for reads that are declared for it. */
  readonly standbyUrl?: string | undefined
  readonly connections?: Pick<DatabaseOptions, 'connections' | 'share' | 'queue' | 'patience' | 'statementTimeout'>
  /** Looks at every statement before it is sent; tests install the tenant guard. */
  readonly guard?: (text: string) => void
}

export interface App {
  readonly http: FastifyInstance
  readonly api: Api
  readonly db: DatabaseAccess
  readonly queue: JobQueue
  /** Has the folder of libraries read, as far as it has changed. */
  readShelf(): Promise<void>
  close(): Promise<void>
}

/** Puts the house together, top to bottom: database, HTTP, queue, sessions, then the kit's calls and every area's. */
export async function buildApp(options: AppOptions): Promise<App> {
  const db = new DatabaseAccess({
    url: options.databaseUrl,
    standbyUrl: options.standbyUrl,
    onStandby: (reason) =>
      reason === null ? http.log.info('Reads go to the standby again') : http.log.warn({ reason }, 'Reads do not go to the standby of the database'),
    ...options.connections,
    ...(options.guard && { guard: options.guard }),
  })
  const translate = translatorFor(catalogues)
  const sessions = new Sessions({
    rightsOf,
    withheldWithout,
    key: options.key,
    demo: options.demo ?? false,
    lockMinutes: options.lockMinutes,
    ...(options.publicUrl?.startsWith('https:') && { secure: true }),
    ...(options.clock && { clock: options.clock }),
  })
  const langOf = sessionLanguage(db, sessions)
  const http = Fastify({
    ...loggingOptions(options.logLevel ?? 'silent'),
    bodyLimit: 2 * 1024 * 1024,
    trustProxy: options.trustedProxies ?? 'loopback',
    ...wireOptions(translate, langOf),
  })

  logRequests(http)
  guardWire(http, options.arrival)
  secure(http, { publicUrl: options.publicUrl })
  limitFloods(http, { sessionOf: (request) => sessions.nameOf(request) })
  answerErrors(http, translate, langOf)
  if (options.metrics) metrics(http, db)
  await http.register(multipart)

  const secrets = new Secrets(options.key, options.formerKeys)
  const assembled = Promise.withResolvers<Api>()
  const queue = await JobQueue.start({
    url: options.databaseUrl,
    db,
    resources,
    log: http.log,
    jobs: jobsOf({ ...options, log: http.log }, translate, secrets, assembled.promise),
    work: options.work ?? true,
    standing: areas.flatMap((area) => area.standing ?? []),
  })
  db.ports = { dispatch, enqueue: (tx, jobs) => queue.enqueue(tx, jobs), following, notify: notifier(resources), rightsOf: rightsWithin }
  const streams = new NotificationStreams({ url: options.databaseUrl, log: http.log })

  const api = new Api(http, {
    db,
    sessions,
    translate,
    secrets,
    publicUrl: linkBase(options),
    now: () => sessions.now(),
    fetch: guardedFetch({ allowed: options.allowedHosts ?? '', ...(options.resolve && { resolve: options.resolve }) }),
    widgets: options.widgets ?? {},
    addOns: options.addOns ?? areas.flatMap(({ addOn }) => addOn ?? []),
    readers: readersOf(resources),
    signals: streams,
  })
  addRoutes(api, resources, {
    ready: options.ready ?? (() => db.ping()),
    storage: options.storage,
    translate,
    sheetKinds,
    setupCode: options.setupCode,
    demonstration: options.demonstration ?? (() => ({ stage: null, percent: null })),
    streams,
  })
  assembled.resolve(api)
  aboutRoute(api, options.version)
  openApiRoute(api, { version: options.version, cookie: 'vigie_session' })
  if (options.webFolder) await staticWeb(http, options.webFolder)

  return {
    http,
    api,
    db,
    queue,
    readShelf: () => db.transaction(provider, async (tx) => tx.enqueue({ name: 'library.shelf', data: {}, key: 'folder' })),
    close: async () => {
      // Requests and jobs get three seconds to end; what drips, streams or computes on is cut off then, and rolled back.
      const cut = setTimeout(() => http.server.closeAllConnections(), 3000)
      await streams.close()
      await Promise.all([http.close(), within(4000, queue.stop())])
      clearTimeout(cut)
      await within(500, db.close())
    },
  }
}

/** Waits for something that must not keep the server from ending: a database that does not answer, for one. */
const within = (milliseconds: number, work: Promise<unknown>) => Promise.race([work.catch(() => {}), pause(milliseconds, undefined, { ref: false })])

/** What links in mails begin with. */
const linkBase = ({ publicUrl, port }: AppOptions) => publicUrl ?? `http://localhost${port ? `:${port}` : ''}`

/** The provider's own customer, for work that is nobody else's. */
const provider = 1

/** What comes in from Excel besides the rows of entities. */
const sheetKinds = [policyStructure, gapFindings, metricValues]

const jobsOf = (
  { storage, mail = { from: 'Vigie <vigie@localhost>' }, log, ...options }: AppOptions & { readonly log: JobLog },
  translate: Translate,
  secrets: Secrets,
  api: Promise<Api>,
): (Job | LongJob)[] => [
  ...areas.flatMap((area) => [
    ...(area.jobs ?? []),
    ...(area.composing?.(api) ?? []),
    ...(area.keeping?.({ api, storage, translate, version: options.version }) ?? []),
    ...(area.mailing?.({ translate, publicUrl: linkBase({ storage, ...options }), secrets }) ?? []),
  ]),
  purgeFiles(storage, (told, message) => log.warn(told, message)),
  ...eraseJobs({ storage, api }),
  forgetPageViews,
  expireKeys,
  forgetReminders,
  ...notificationJobs,
  ...shelfJobs(options.libraries ?? null),
  exportJob(
    storage,
    translate,
    areas.flatMap((area) => area.workbooks ?? []),
    api,
  ),
  reportJob({ storage, translate, publicUrl: linkBase({ storage, ...options }), kinds: areas.flatMap((area) => area.reports ?? []), api }),
  forgetReports,
  importJob(storage, translate, sheetKinds),
  ...mailJobs(mail, secrets),
  ...digestJobs({
    sources: digests,
    rightsOf: rightsWithin,
    translate,
    publicUrl: linkBase({ storage, ...options }),
    secrets,
  }),
]

const handlers = areas.flatMap((area) => area.handlers ?? [])
const followed = areas.flatMap((area) => area.following ?? [])

/** The jobs that follow from writes of entities, each once. */
const following = (touched: ReadonlySet<string>) =>
  followed.filter(({ entities }) => entities.some((entity) => touched.has(entity))).map(({ job }) => ({ name: job, data: {}, key: 'following' }))

/** Tells the areas, low to high, what happened; each handles it in the transaction that did it. */
async function dispatch(tx: Tx, event: DomainEvent): Promise<void> {
  for (const {
    event: { name },
    run,
  } of handlers)
    if (name === event.name) await run(tx, event, resources)
}
