import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Call, Route } from '#kit/contract/call.ts'
import type { EventDef } from '#kit/contract/event.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Figure } from '#kit/contract/figure.ts'
import type { FeatureRights, Right, Rights } from '#kit/contract/right.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { RoleSet } from '#kit/server/access/member-reach.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Extension } from '#kit/server/data/resources/extension-point.ts'
import type { PartKind } from '#kit/server/data/parts/part-kind.ts'
import type { LeftOut } from '#kit/server/data/database/left-out.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { ReportKind } from '#kit/server/reports/report-kind.ts'
import type { Workbook } from '#kit/server/sheets/workbook.ts'
import type { Source } from '#kit/server/sources/source.ts'
import { operationOf, type Api, type CallContext } from './api.ts'
import type { Translate } from './words.ts'

export interface JobContext {
  readonly tx: Tx
  readonly data: Readonly<Record<string, never>>
  readonly resources: Resources
  /** Another transaction of the same actor, committed by itself, such as progress that must show before the work is done. */
  readonly apart: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** As `apart`, for what only reads: served by a standby of the database where there is one, as soon as it has what was written until now. Without it: `apart`. */
  readonly reading?: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

interface JobKind {
  readonly name: string
  /** Five-field cron in each customer's time zone; absent: only when queued. */
  readonly schedule?: string
}

/** A kind of job: handled in one transaction of its customer as the system; idempotent, since it may run twice. */
export interface Job extends JobKind {
  readonly run: (context: JobContext) => Promise<void>
}

/** A kind of job that waits for something else than the database and so opens its transactions itself, by `apart`. */
export interface LongJob extends JobKind {
  /** It waits for servers of others, which may be slow: such jobs have workers of their own, so that nothing else waits for these; those that take minutes have others than those that take seconds. */
  readonly outside?: true | 'slow'
  readonly runLong: (context: Omit<JobContext, 'tx'>) => Promise<void>
}

/**
 * Work that stands in tables until its moment comes, and is looked for every few seconds: a statement with rows of `customer_id`, `key` and `data`, each a job that waits once under its
 * key. Asked under the provider's role, of all customers at once.
 */
export interface Standing {
  readonly job: string
  readonly found: (now: Date) => RawBuilder<{ readonly customer_id: number; readonly key: string; readonly data: Readonly<Record<string, unknown>> }>
}

/** What a job that writes to people needs of the application. */
export interface Post {
  readonly translate: Translate
  /** What links begin with, without a trailing slash. */
  readonly publicUrl: string
  /** Keeps the secrets of links out of what is written. */
  readonly secrets: Secrets
}

/** What a job that reads or writes content needs of the application. */
export interface Keeping {
  readonly api: Promise<Api>
  readonly storage: FileStorage
  readonly translate: Translate
  readonly version: string
}

/** What a digest tells of: what one was given lately, what is due today, what is late, what ends soon, what else is open. */
export const digestSections = ['assigned', 'due', 'late', 'opening', 'ending', 'open'] as const
/** How many lines of a section a digest names; it counts the others. */
export const digestShown = 15

export interface DigestLine {
  /** Of the object. */
  readonly id: number
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  /** When it is due, `YYYY-MM-DD`. */
  readonly day: string | null
  /** Where it is shown. */
  readonly path: string
  /** Who is away until a day, where it is theirs and the reader stands in. */
  readonly stands_for?: { readonly name: string; readonly until: string } | null
}

/** A section of one member's digest. */
export interface DigestPart {
  readonly entity: string
  readonly member_id: number
  readonly section: (typeof digestSections)[number]
  /** All there are; `lines` names `digestShown` of them at most. */
  readonly total: number
  readonly lines: readonly DigestLine[]
}

export interface DigestAsked {
  readonly kind: 'DAILY' | 'WEEKLY'
  readonly memberIds: readonly number[]
  /** Each set of roles that any of the members holds, once. */
  readonly roleSets: readonly RoleSet[]
  readonly since: Date
  /** How many lines of a section are named; `digestShown` in mails. */
  readonly shown?: number
}

/**
 * What an area has to tell members in their daily or weekly mail (ACC-70): for all of them in one statement, nobody more than they may read.
 * Daily: what happened since then, or is due or late since yesterday; weekly: all that is open.
 */
export type DigestSource = (tx: Tx, asked: DigestAsked) => Promise<readonly DigestPart[]>

/** What a change of an entity's row takes besides its fields, for an area above it. */
export interface Accepted {
  readonly entity: string
  /** Keys of the body; none of them is a field that is written. */
  readonly shape: Readonly<Record<string, z.ZodType>>
  /** Before the row is locked, in the same transaction; the caller holds the right to change rows of the entity. */
  readonly run: (context: {
    readonly tx: Tx
    readonly grant: Grant
    readonly resources: Resources
    readonly id: number
    readonly given: Readonly<Record<string, unknown>>
  }) => Promise<void>
}

/** What is said of a page of administration, the most pressing first: something failed, something ends, something is new. */
export const pageTones = ['bad', 'warn', 'new'] as const

/** How many rows there are of which a page of administration tells, and the first day of theirs; null without any. */
export interface PageFinding {
  readonly count: number
  readonly day?: string | null
}

/** What a page of administration says of itself beside its name, for as long as it is so. */
export interface PageState {
  /** The path of the page, which a test of the application compares with its routes. */
  readonly page: `/admin/${string}`
  readonly tone: (typeof pageTones)[number]
  /** Key of its text, of a `count` and a `date`. */
  readonly words: string
  readonly right: Right
  /** A scalar subquery over the rows that the reader may see. */
  readonly found: (tx: Tx) => RawBuilder<PageFinding | null>
}

/** What an area does when something happens. */
export interface Handler {
  readonly event: EventDef<unknown>
  readonly run: (tx: Tx, event: DomainEvent, resources: Resources) => Promise<void>
}

/** Handles a declared event; what was told of it has the type that it declares. */
export const on = <P>(event: EventDef<P>, run: (tx: Tx, event: DomainEvent<P>, resources: Resources) => Promise<void>): Handler =>
  // An event is only ever given to its own handlers.
  ({ event, run: run as Handler['run'] })

/** A declared read that is lent to programs: what it takes and answers is the call's. */
export interface LentRead {
  /** Of the tool, which stays. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly call: Pick<Call, 'route' | 'right' | 'query' | 'answer'>
  /** What it tells are rows of these types: it is lent to whoever may read them by name alone, whatever scope lends it. */
  readonly types?: readonly string[]
  /** Of an answer about rows of several entities, what those may be told who read these alone. */
  readonly kept?: (answer: Readonly<Record<string, unknown>>, reads: (entity: string) => boolean) => Readonly<Record<string, unknown>>
}

/** The server's side of one room of the house, collected by the application. */
export interface Area {
  readonly name: string
  /** The add-on that it is, by the name that trials have for it; where no area is one, it cannot be tried. */
  readonly addOn?: string
  readonly rights: Rights
  readonly features?: FeatureRights
  readonly resources: readonly Resource[]
  /** Tables of its besides those of its entities: nobody else writes them, and who reads them asks it (tools/imports/sql-law.ts). */
  readonly tables?: readonly string[]
  /** Tables of its whose rows are in no archive of an organisation, each with why; all others are. */
  readonly leftOut?: LeftOut
  /** What it puts in at extension points of areas below. */
  readonly extensions?: readonly Extension[]
  /** Registers what the kit does not derive. */
  readonly calls?: (api: Api, resources: Resources, storage: FileStorage) => void
  /** Run in area order inside the transaction that emitted the event. */
  readonly handlers?: readonly Handler[]
  readonly jobs?: readonly (Job | LongJob)[]
  /** Work of its that waits in tables. */
  readonly standing?: readonly Standing[]
  /** Jobs of its that follow from writes of entities of areas below, by whatever way they are written: each is asked for once, with the commit. */
  readonly following?: readonly { readonly entities: readonly string[]; readonly job: string }[]
  /** What of its work stands in members' mails. */
  readonly digests?: readonly DigestSource[]
  /** What changes of rows of areas below take for it. */
  readonly accepts?: readonly Accepted[]
  /** What its words count, wherever they are shown. */
  readonly figures?: readonly Figure[]
  /** Numbers of what waits for somebody, by the badge that shows them: each a scalar subquery over what is theirs. */
  readonly contributions?: Readonly<Record<string, (who: Who, today: string) => RawBuilder<number>>>
  /** What its pages of administration say of themselves. */
  readonly states?: readonly PageState[]
  /** Documents about its rows, made as Word and PDF. */
  readonly reports?: readonly ReportKind[]
  /** Excel files that it composes and a job writes. */
  readonly workbooks?: readonly Workbook[]
  /** What of it travels from one organisation to another by itself. */
  readonly parts?: readonly PartKind[]
  /** What its words tell to dashboards besides rows of its entities. */
  readonly sources?: readonly Source[]
  /** Jobs that read as calls do, such as scores from what the server keeps of them. */
  readonly composing?: (api: Promise<Api>) => readonly (Job | LongJob)[]
  /** Jobs that keep what they write, or read what is kept. */
  readonly keeping?: (ports: Keeping) => readonly (Job | LongJob)[]
  /** Jobs that write mail. */
  readonly mailing?: (post: Post) => readonly (Job | LongJob)[]
  /** What programs may work with by a key: the name that they know it by, which stays, and the entity. Whatever is not named here is not there for them. */
  readonly exposes?: Readonly<Record<string, string>>
  /**
   * Reads that programs may ask for by a key beside those rows, as tools of an assistant: by the scope that lets them, which stays. Its word is `<area>.scopes.<scope>`; what an area above
   * adds to a scope comes under the word of the first.
   */
  readonly lends?: Readonly<Record<string, readonly LentRead[]>>
  /** What it tells programs besides changes of those rows: by the name `<what it exposes>.<what happened>`, which stays, the event about such a row. */
  readonly tells?: Readonly<Record<string, EventDef<unknown>>>
  readonly locales: Readonly<Record<Language, Readonly<Record<string, unknown>>>>
}

type Out<T> = T extends z.ZodType ? z.output<T> : never

/** Answers a declared call in one transaction of the session's customer; what it returns is sent beside `ok`. */
export function handle<B extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(
  api: Api,
  tag: string,
  call: Call<Route, B, Q, A>,
  run: (
    context: Omit<CallContext, 'params' | 'query' | 'body'> & { params: { id: number } & Record<string, string | number>; query: Out<Q>; body: Out<B> },
  ) => Promise<z.input<A> & { message?: string }>,
): void {
  api.add(operationOf(call, tag), run)
}
