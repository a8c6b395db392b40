import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#kit/contract/call.ts'
import { AppError, badParameters, forbidden, notFound } from '#kit/contract/errors.ts'
import type { Right } from '#kit/contract/right.ts'
import { messagesOf } from '#kit/contract/schema.ts'
import { authorize, can, type Grant } from '#kit/server/access/authorize.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { languageOf } from './answer-errors.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import type { Say } from './words.ts'

/** One documented operation of the API; the OpenAPI document is this list and nothing else. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, with `{name}` segments. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** `public`, `session`, or the right that is required; shown in the document and enforced for transactional handlers. */
  readonly access: Right | 'session' | 'public' | 'provider'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** What somebody without the right is told; by default only that. */
  readonly refusal?: string
  readonly upload?: { readonly maxBytes: number }
  readonly download?: true
  /** Answered by a redirect, refusals too; see `Call`. */
  readonly redirects?: true
  /** Also open to sessions that must do something else first. */
  readonly whilePending?: true
  /** A form that pages of other sites post by design; see `Call`. */
  readonly fromElsewhere?: true
}

/** Finds who a request's cookie stands for; null when the session is unknown, over, or of another customer. */
export interface SessionReader {
  /** The customer in which the request's token is looked up; null without a well-formed cookie. */
  customerOf(request: FastifyRequest): number | null
  read(tx: Tx, request: FastifyRequest): Promise<Who | null>
}

/** What the HTTP layer is given by the roof. */
export interface ApiPorts {
  readonly db: DatabaseAccess
  readonly sessions: SessionReader
  readonly say: Say
  readonly secrets: Secrets
  /** How browsers reach the server, without a trailing slash: what links in mails begin with. Never taken from a request, which could name any host. */
  readonly publicUrl: string
  readonly now: () => Date
  /** For addresses that somebody typed. */
  readonly fetch: GuardedFetch
  /** Keys of the provider's widgets, where it has any. */
  readonly widgets: WidgetKeys
}

/** What outside widgets know the provider by; nothing of theirs is loaded without. */
export interface WidgetKeys {
  /** Signs people's addresses for the support chat. */
  readonly supportChatSecret?: string | undefined
  /** Given to whoever is signed in: a widget's token, never an account's key. */
  readonly hubspotToken?: string | undefined
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
  readonly say: (key: string, values?: Record<string, string | number>) => string
}

export interface RawContext extends Parsed {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Answer = Record<string, unknown>

const idParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** The answers of identity providers are forms of a few kilobytes. */
const formLimit = 256 * 1024

/** Registers operations on Fastify below `/api` and remembers them for the OpenAPI document. */
export class Api {
  readonly operations: Operation[] = []
  #app: FastifyInstance
  #ports: ApiPorts

  constructor(app: FastifyInstance, ports: ApiPorts) {
    this.#app = app
    this.#ports = ports
  }

  get ports(): ApiPorts {
    return this.#ports
  }

  /** An operation in one transaction of the session's customer, after its right has been checked. */
  add(operation: Operation, run: (context: CallContext) => Promise<Answer>): void {
    if (operation.access === 'public') throw new Error(`${operation.path}: a public operation has no session to run in`)
    this.#route(operation, (request, reply) =>
      this.inSession(request, async (tx) => {
        const { who } = tx
        if (operation.access === 'provider' && who.adminType === null) throw forbidden()
        const right = operation.access === 'provider' ? 'session' : (operation.access as Right | 'session')
        if (right !== 'session' && operation.refusal && !can(who, right) && !who.session?.withheld.has(right)) throw forbidden(operation.refusal)
        const grant = authorize(who, right)
        const say: CallContext['say'] = (key, values) => this.#ports.say({ key, values }, who.lang)
        // What was sent is looked at only for those who may send it.
        return { ok: true, ...(await run({ ...parse(operation, request), tx, grant, who, request, reply, say })) }
      }, operation))
  }

  /** An operation that opens its transactions itself, or none: streams, sign-in. Answers what the handler returns. */
  addRaw(operation: Operation, run: (context: RawContext) => Promise<unknown>): void {
    this.#route(operation, async (request, reply) => {
      let parsed: Parsed
      try {
        parsed = parse(operation, request)
      } catch (error) {
        // What is wrong with a call is told to those alone who may make it.
        if (operation.access !== 'public') await this.inSession(request, async () => {}, operation)
        throw error
      }
      return run({ request, reply, ...parsed })
    })
  }

  #route(operation: Operation, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
    this.operations.push(operation)
    this.#app.route({
      method: operation.method,
      ...(operation.fromElsewhere && { config: { fromElsewhere: true }, bodyLimit: formLimit }),
      url: `/api${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => answer(request, reply),
    })
  }

  /** Runs work as the session's member; throws UNAUTHENTICATED without a valid session, FORBIDDEN while something else must be done first. */
  async inSession<T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>, { whilePending }: Pick<Operation, 'whilePending'> = {}): Promise<T> {
    const customerId = this.#ports.sessions.customerOf(request)
    if (customerId === null) throw unauthenticated()
    return this.#ports.db.transaction(customerId, async (tx) => {
      const who = await this.#ports.sessions.read(tx, request)
      if (!who) throw unauthenticated()
      request.lang = who.lang
      tx.act(who)
      const [duty] = who.session?.pending ?? []
      if (duty && !whilePending) throw new AppError('FORBIDDEN', `kit.errors.first.${duty}`, { code: `PENDING_${duty}` })
      return work(tx)
    })
  }

  /** Says a text to whoever asks, signed in or not. */
  sayTo(request: FastifyRequest, key: string, values?: Record<string, string | number>): string {
    return this.#ports.say({ key, values }, languageOf(request))
  }
}

const unauthenticated = () => new AppError('UNAUTHENTICATED', 'kit.errors.session_expired')

function parse(operation: Operation, request: FastifyRequest): Parsed {
  const params = (operation.params ?? (operation.path.includes('{id}') ? idParams : z.object({}))).safeParse(request.params)
  // A path that names nothing is a path that does not exist.
  if (!params.success) throw notFound()
  const query = (operation.query ?? z.object({})).safeParse(request.query)
  if (!query.success) throw badParameters(messagesOf(query.error))
  if (operation.upload || operation.body === undefined) return { params: params.data, query: query.data, body: undefined } as never
  const body = operation.body.safeParse(request.body ?? {})
  if (!body.success) {
    const fields = messagesOf(body.error)
    throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
  }
  return { params: params.data, query: query.data, body: body.data } as never
}

/** The operation of a declared call. */
export function operationOf(call: Call, tag: string): Operation {
  const [method, path] = call.route.split(' ') as [Operation['method'], string]
  const { right, summary, params, query, body, answer, upload, download, redirects, whilePending, fromElsewhere } = call
  return { method, path, tag, summary, access: right, answer, ...(params && { params }), ...(query && { query }), ...(body && { body }), ...(upload && { upload }), ...(download && { download }), ...(redirects && { redirects }), ...(whilePending && { whilePending }), ...(fromElsewhere && { fromElsewhere }) }
}
