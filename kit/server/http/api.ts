import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#kit/contract/call.ts'
import { AppError, badParameters, forbidden, notFound } from '#kit/contract/errors.ts'
import type { Right } from '#kit/contract/right.ts'
import { messagesOf } from '#kit/contract/schema.ts'
import { touchedHeader } from '#kit/contract/touched.ts'
import { authorize, can, type Grant } from '#kit/server/access/authorize.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { languageOf } from './answer-errors.ts'
import { admit, unauthenticated, type SessionNeeds } from './admit.ts'
import { Askers, type Asked } from './askers.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { namedCall, once, Replay, type NamedCall } from './idempotency.ts'
import { merged } from './lazily.ts'
import { withBothBounds } from './number-bounds.ts'
import type { WidgetKeys } from './widget-keys.ts'
import type { SessionReader } from './session-reader.ts'
import type { Signals } from './signals.ts'
import type { Translate } from './words.ts'

/** One documented operation of the API; the OpenAPI document is this list and nothing else. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below where the API stands, with `{name}` segments. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** `public`, `session`, or the right that is required; shown in the document and enforced for transactional handlers. */
  readonly access: Right | 'session' | 'public'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** What somebody without the right is told; by default only that. */
  readonly refusal?: string
  readonly upload?: { readonly maxBytes: number }
  readonly download?: true
  /** Carries an ETag, and is answered by 304 to whoever has it already (TBL-03). */
  readonly tagged?: true
  /** Answered by a redirect, refusals too; see `Call`. */
  readonly redirects?: true
  /** Also open to sessions that must do something else first. */
  readonly whilePending?: true
  /** Also for those who take leave of their organisation; see `Call`. */
  readonly whileLeaving?: true
  /** Also for people from outside; see `Call`. */
  readonly outside?: 'own' | 'session'
  /** A form that pages of other sites post by design; see `Call`. */
  readonly fromElsewhere?: true
  /** Tells a page for what it stands, so it is asked by pages that do not know yet; see `Call`. */
  readonly tellsContext?: true
  /** Shown within a page by the browser itself, such as a picture: by an id of the page's own organisation that nobody guesses, so that it shows nothing of another. */
  readonly embedded?: true
  /** A read that is counted against floods; see `Call`. */
  readonly costly?: true
  /** A post whose answer is kept nowhere; see `Call`. */
  readonly untold?: true
  /** A post that only reads. */
  readonly reads?: true
  /** Served by a standby where there is one; see `Call`. */
  readonly standby?: true
  /** Done once for each `Idempotency-Key`: every post that writes in one transaction, and others that see to it themselves. */
  readonly named?: true
}

/** What the HTTP layer is given by the application. */
export interface ApiPorts {
  readonly db: DatabaseAccess
  readonly sessions: SessionReader
  readonly translate: Translate
  readonly secrets: Secrets
  /** How browsers reach the server, without a trailing slash: what links in mails begin with. Never taken from a request, which could name any host. */
  readonly publicUrl: string
  readonly now: () => Date
  /** For addresses that somebody typed. */
  readonly fetch: GuardedFetch
  /** Keys of the provider's widgets, where it has any. */
  readonly widgets: WidgetKeys
  /** Add-ons that are here, and so may be tried. */
  readonly addOns: readonly string[]
  /** What servers tell each other. */
  readonly signals: Signals
  /** For each entity those whose rows tell something of it, see `readersOf`. */
  readonly readers: ReadonlyMap<string, readonly string[]>
}

/** Where an API stands, and who is let in there. */
export interface Entry {
  /** What its paths begin with. */
  readonly under: string
  readonly sessions: SessionReader
  /** Looks at whoever comes, before anything of the request's body is read; throws what they are refused with. */
  readonly before?: (request: FastifyRequest, reply: FastifyReply, operation: Operation) => Promise<void>
}

interface Parsed {
  readonly params: { readonly id: number } & Readonly<Record<string, number | string>>
  readonly query: never
  readonly body: never
}

export interface CallContext extends Parsed {
  readonly tx: Tx
  readonly grant: Grant
  readonly who: Who
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The answer's message, in the session's language. */
  readonly translate: (key: string, values?: Record<string, string | number>) => string
}

export interface RawContext extends Parsed {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Runs work as the session's member, as the operation is declared: on a standby where that says so. */
  readonly inSession: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Who asks, looked up together with all who ask at the same time: for what is answered from memory, and by nothing that was known before they asked. */
  readonly asked: () => Promise<Asked>
  /** The call's own name, if it has one and the operation is `named`; `content` stands for a file that is not in the body. */
  readonly named: (content?: unknown) => NamedCall | null
}

type Answer = Record<string, unknown>

const idParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** The answers of identity providers are forms of a few kilobytes. */
const formLimit = 256 * 1024

/** Registers operations on Fastify, below `/api` unless it stands elsewhere, and remembers them for the OpenAPI document. */
export class Api {
  readonly operations: Operation[] = []
  #app: FastifyInstance
  #ports: ApiPorts
  #askers: Askers
  #entry: Pick<Entry, 'under' | 'before'>
  #runs = new Map<string, { readonly operation: Operation; readonly run: (context: CallContext) => Promise<Answer> }>()
  /** Of which entities a request has written something. */
  #touched = new WeakMap<FastifyRequest, ReadonlySet<string>>()

  constructor(app: FastifyInstance, ports: ApiPorts, entry: Pick<Entry, 'under' | 'before'> = { under: '/api' }) {
    this.#app = app
    this.#ports = ports
    this.#askers = new Askers(ports)
    this.#entry = entry
  }

  /** Another API of the same server, with operations of its own, for programs that come with a key in place of a session: no page of another site can send one. */
  beside({ sessions, ...entry }: Entry): Api {
    return new Api(this.#app, { ...this.#ports, sessions }, entry)
  }

  /** Another protocol of the same server, under a path of its own: with readers of bodies, routes and refusals of its own. */
  mount(under: string, setUp: (app: FastifyInstance) => void): void {
    this.#app.register(async (inner) => setUp(inner), { prefix: under })
  }

  /** Something to end before the server does. */
  beforeClose(end: () => Promise<void>): void {
    this.#app.addHook('onClose', end)
  }

  /** Where what only whoever runs the installation can mend is told. */
  get log(): FastifyInstance['log'] {
    return this.#app.log
  }

  get ports(): ApiPorts {
    return this.#ports
  }

  /** An operation in one transaction of the session's customer, after its right has been checked. */
  add(operation: Operation, run: (context: CallContext) => Promise<Answer>): void {
    if (operation.access === 'public') throw new Error(`${operation.path}: a public operation has no session to run in`)
    const named = operation.method === 'POST' && !operation.reads && !operation.untold
    if (operation.standby && (named || !['GET', 'POST'].includes(operation.method))) throw new Error(`${operation.path}: a standby only reads`)
    if (operation.method === 'GET') this.#runs.set(operation.path, { operation, run })
    this.#route(named ? merged(operation, { named }) : operation, (request, reply) =>
      this.inSession(
        request,
        async (tx) => {
          const { who } = tx
          const right = operation.access as Right | 'session'
          if (right !== 'session' && operation.refusal && !can(who, right) && !who.session?.withheld.has(right)) throw forbidden(operation.refusal)
          const grant = authorize(who, right)
          const translate: CallContext['translate'] = (key, values) => this.#ports.translate({ key, values }, who.lang)
          // What was sent is looked at only for those who may send it.
          const parsed = parse(operation, request)
          const answer = await once(tx, named ? namedCall(request, operation) : null, async () => ({
            ok: true,
            ...(await run({ ...parsed, tx, grant, who, request, reply, translate })),
          }))
          return operation.tagged ? tagged(request, reply, answer) : answer
        },
        operation,
      ),
    )
  }

  /** Answers a declared read within a transaction of whoever asks it by another way than a request for it: by its right, and what it was given by its schemas. */
  async answer(tx: Tx, path: string, query: Readonly<Record<string, unknown>>, { request, reply }: Pick<CallContext, 'request' | 'reply'>): Promise<Answer> {
    const known = this.#runs.get(path)
    if (!known) throw new Error(`GET ${path} is no read of one transaction`)
    const { operation, run } = known
    const { who } = tx
    const grant = authorize(who, operation.access as Right | 'session')
    const translate: CallContext['translate'] = (key, values) => this.#ports.translate({ key, values }, who.lang)
    return run({ ...parse(operation, { params: {}, query, body: undefined }), tx, grant, who, request, reply, translate })
  }

  /** An operation that opens its transactions itself, or none: streams, sign-in. Answers what the handler returns. */
  addRaw(operation: Operation, run: (context: RawContext) => Promise<unknown>): void {
    this.#route(operation, async (request, reply) => {
      let parsed: Parsed
      try {
        parsed = parse(operation, request)
      } catch (error) {
        // What is wrong with a call is told to those alone who may make it.
        const { access } = operation
        if (access !== 'public') await this.inSession(request, async ({ who }) => authorize(who, access), operation)
        throw error
      }
      const inSession: RawContext['inSession'] = (work) => this.inSession(request, work, operation)
      const asked: RawContext['asked'] = () => this.#askers.asked(request, operation)
      return run({ request, reply, ...parsed, inSession, asked, named: (content) => (operation.named ? namedCall(request, operation, content) : null) })
    })
  }

  #route(operation: Operation, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
    this.operations.push(operation)
    const { under, before } = this.#entry
    this.#app.route({
      method: operation.method,
      config: { ...(operation.fromElsewhere && { fromElsewhere: true }), ...(operation.costly && { costly: true }), ...(before && { byKey: true }) },
      ...(operation.fromElsewhere && { bodyLimit: formLimit }),
      ...(before && { onRequest: (request: FastifyRequest, reply: FastifyReply) => before(request, reply, operation) }),
      url: `${under}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => {
        try {
          const answered = await answer(request, reply)
          if (!reply.sent) this.#tell(request, reply)
          return answered
        } catch (error) {
          if (!(error instanceof Replay)) throw error
          return reply.type('application/json; charset=utf-8').header('idempotency-replayed', 'true').send(error.answer)
        }
      },
    })
  }

  /** Names what was written, with what is told of it elsewhere. */
  #tell(request: FastifyRequest, reply: FastifyReply): void {
    const touched = [...(this.#touched.get(request) ?? [])]
    if (touched.length === 0) return
    const all = new Set(touched.flatMap((entity) => [entity, ...(this.#ports.readers.get(entity) ?? [])]))
    reply.header(touchedHeader, [...all].join(','))
  }

  /**
   * Runs work as the session's member; throws UNAUTHENTICATED without a valid session, CONTEXT_CHANGED for a page of another one, FORBIDDEN while something
   * else must be done first, or for somebody from outside whom it is not meant for.
   */
  async inSession<T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>, { standby, ...needs }: SessionNeeds = {}): Promise<T> {
    const customerId = this.#ports.sessions.customerOf(request)
    if (customerId === null) throw unauthenticated()
    const { db } = this.#ports
    if (!standby || !db.hasStandby) return this.#asMember(request, customerId, work, needs)
    // Who asks is looked up where sessions end at once.
    const begin = async (tx: Tx) => ({ who: tx.who, position: await db.positionOf(tx) })
    const { who, position } = await this.#asMember(request, customerId, begin, needs)
    return db.reading(customerId, position, (tx) => {
      tx.act(who)
      return work(tx)
    })
  }

  async #asMember<T>(request: FastifyRequest, customerId: number, work: (tx: Tx) => Promise<T>, needs: SessionNeeds): Promise<T> {
    return this.#ports.db.transaction(customerId, async (tx) => {
      const who = await this.#ports.sessions.read(tx, request, needs)
      if (!who) throw unauthenticated()
      admit(request, who, needs)
      tx.act(who)
      const done = await work(tx)
      if (tx.touched.size > 0) this.#touched.set(request, new Set([...(this.#touched.get(request) ?? []), ...tx.touched]))
      return done
    })
  }

  /** Says a text to whoever asks, signed in or not. */
  translateFor(request: FastifyRequest, key: string, values?: Record<string, string | number>): string {
    return this.#ports.translate({ key, values }, languageOf(request))
  }
}

/** Sends the tag of an answer with it, or the tag alone where the same answer is there already. */
function tagged(request: FastifyRequest, reply: FastifyReply, answer: Answer): Answer | '' {
  const tag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`
  reply.header('etag', tag)
  if (request.headers['if-none-match'] !== tag) return answer
  reply.code(304)
  return ''
}

interface Checks {
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType | undefined
}

const checks = new WeakMap<Operation, Checks>()

/** The schemas of an operation that was called: held from then on, since it will be called again. */
function checksOf(operation: Operation): Checks {
  const known = checks.get(operation)
  if (known) return known
  const { params = operation.path.includes('{id}') ? idParams : noParams, query = nothing, body } = operation
  const made = { params, query, body }
  checks.set(operation, made)
  return made
}

function parse(operation: Operation, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): Parsed {
  const check = checksOf(operation)
  const params = check.params.safeParse(request.params)
  // A path that names nothing is a path that does not exist.
  if (!params.success) throw notFound()
  // What an operation does not name is refused with the rest: a key that is silently left out looks as if it had been taken.
  const [asked, sent] = [check.query, check.body ?? nothing]
  const query = asked.safeParse(request.query)
  const body = operation.upload ? undefined : sent.safeParse(request.body ?? {})
  const fields = {
    ...(query.error && withBothBounds(asked, messagesOf(query.error))),
    ...(body?.error && withBothBounds(sent, messagesOf(body.error))),
  }
  if (body?.error) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
  if (query.error) throw badParameters(fields)
  return { params: params.data, query: query.data, body: check.body && body?.data } as never
}

const noParams = z.object({})
const nothing = z.strictObject({})

/** The operation of a declared call. */
export function operationOf(call: Call, tag: string): Operation {
  const [method, path] = call.route.split(' ') as [Operation['method'], string]
  const {
    right,
    refusal,
    summary,
    params,
    query,
    body,
    answer,
    upload,
    download,
    redirects,
    whilePending,
    whileLeaving,
    outside,
    fromElsewhere,
    tellsContext,
    costly,
    reads,
    untold,
    standby,
    named,
  } = call
  return {
    method,
    path,
    tag,
    summary,
    access: right,
    answer,
    ...(refusal && { refusal }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(upload && { upload }),
    ...(download && { download }),
    ...(redirects && { redirects }),
    ...(whilePending && { whilePending }),
    ...(whileLeaving && { whileLeaving }),
    ...(outside && { outside }),
    ...(fromElsewhere && { fromElsewhere }),
    ...(tellsContext && { tellsContext }),
    ...(costly && { costly }),
    ...(reads && { reads }),
    ...(untold && { untold }),
    ...(standby && { standby }),
    ...(named && { named }),
  }
}
