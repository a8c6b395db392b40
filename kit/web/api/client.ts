import type { AnswerOf, BodyOf, Call, QueryOf } from '#kit/contract/call.ts'
import type { Refusal } from '#kit/contract/envelope.ts'
import { contextHeader } from '#kit/contract/page-context.ts'
import { touchedHeader } from '#kit/contract/touched.ts'
import { currentLanguage } from '#kit/web/i18n/store.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { whileUnderWay } from '#kit/web/pending-work.ts'
import { connection } from './connection.ts'
import { elsewhere } from './session-elsewhere.ts'
import { keyFor, settle } from './intentions.ts'
import { maskedPath } from './masked-path.ts'
import { sendWithProgress } from './send-with-progress.ts'
import { session } from './session.ts'

/** A refused or failed call: `message` is ready to be shown; `status` 0 means that the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with each field, already in the reader's language. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The current row of a stale write. */
  readonly object: unknown

  constructor(status: number, refusal: Omit<Refusal, 'ok'>) {
    super(refusal.message)
    this.status = status
    this.code = refusal.code
    this.errors = refusal.errors ?? {}
    this.object = refusal.object
  }
}

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type Query = Readonly<Record<string, QueryValue>>

export interface RequestOptions {
  readonly query?: Query
  readonly signal?: AbortSignal | undefined
  /** Where the call believes the session to be, instead of where this page was loaded for; null says nothing. For what looks for the session or moves it. */
  readonly context?: string | null
  /** Headers of its own, for what must not stand in an address. */
  readonly headers?: Readonly<Record<string, string>>
  /** The submission that this call belongs to, however often it is sent; without it, calls that say the same and had no answer are one. */
  readonly key?: string
  /** `false`: a call of which a second one does no harm. */
  readonly once?: false
  /** Waits for a server that is away although nobody is signed in. */
  readonly patient?: true
  /** A write for which nobody waits at a button: it is made again for as long as the server is away. */
  readonly lasting?: true
  /** Told while the body goes up, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined
}

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'

function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return `/api${path}${search.size ? `?${search}` : ''}`
}

/** The server, or its database, is away for the moment; what became of a write is not known. */
export const isAway = (status: number): boolean => status === 0 || (status >= 502 && status <= 504)

/** A read that has failed so often while others were answered is not made again. */
const mostReads = 4
/** A write is made again this often by itself, for as long as somebody waits for a button. */
const mostWrites = 3

const isForm = (body: unknown): body is FormData => body instanceof FormData
/** Posts of queries are read again as well as anything: they can be called off, or ask for a page. */
const reads = (verb: Verb, path: string, body: unknown, { signal, lasting }: RequestOptions): boolean =>
  verb === 'GET' || (verb === 'POST' && !isForm(body) && !lasting && (signal !== undefined || path.endsWith('/page')))

/** Calls about the session and the account prove themselves, and what they say, such as a password, is not to be kept. */
const ownAccount = /^\/(?:auth|user)\//

/** What a submission says: a file stands for its bytes. */
function whatIs(path: string, body: unknown): string {
  const parts = isForm(body) ? [...body.values()].map((part) => (part instanceof File ? [part.name, part.size, part.lastModified] : part)) : body
  return `${path} ${JSON.stringify(parts)}`
}

function headersOf(verb: Verb, body: unknown, context: string | null | undefined): Record<string, string> {
  const sentContext = context === undefined ? session.context() : context
  return {
    'accept-language': currentLanguage(),
    'x-page': maskedPath(location.pathname),
    ...(sentContext && { [contextHeader]: sentContext }),
    // A header that no foreign page can send is what tells our own writes apart.
    ...(verb !== 'GET' && { 'x-vigie': '1' }),
    ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
  }
}

async function send(verb: Verb, path: string, body: unknown, options: RequestOptions, tag?: string): Promise<Response> {
  // The page already knows; the person is being asked what to do.
  if (options.context === undefined && session.get() && elsewhere.get())
    throw new ApiError(409, { code: 'CONTEXT_CHANGED', message: translate('kit.errors.context_changed') })
  const read = reads(verb, path, body, options)
  const what =
    verb === 'POST' && !read && options.once !== false && session.get() && !ownAccount.test(path) ? whatIs(address(path, options.query), body) : undefined
  const key = what === undefined ? undefined : (options.key ?? keyFor(what))
  const request = {
    method: verb,
    headers: { ...headersOf(verb, body, options.context), ...options.headers, ...(key && { 'idempotency-key': key }), ...(tag && { 'if-none-match': tag }) },
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: isForm(body) ? body : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  } satisfies RequestInit
  const { onProgress } = options
  const transmit: typeof fetch = onProgress ? (input, init) => sendWithProgress(String(input), init ?? {}, onProgress) : fetch
  const answer = await untilAnswered(address(path, options.query), request, {
    transmit,
    read,
    writes: options.lasting ? Infinity : mostWrites,
    again: read ? session.get() !== null || options.patient === true : key !== undefined && session.get() !== null,
  })
  if (what !== undefined && !isAway(answer.status)) settle(what)
  if (!answer.ok && answer.status !== 304) throw await refusalOf(answer, read)
  return answer
}

/** Sends a call, and again while the server is away: reads for as long as they are waited for, writes that the server knows again a few times. */
async function untilAnswered(
  url: string,
  request: RequestInit,
  {
    read,
    again,
    writes = mostWrites,
    transmit = fetch,
  }: { readonly read: boolean; readonly again: boolean; readonly writes?: number; readonly transmit?: typeof fetch },
): Promise<Response> {
  const signal = request.signal ?? undefined
  const began = performance.now()
  for (let attempt = 1; ; attempt++) {
    let answer: Response | undefined
    try {
      // Not the whole of it: while the server is away and calls wait, the page is at rest.
      answer = await whileUnderWay(transmit(url, request))
    } catch (reason) {
      if (signal?.aborted) throw reason
    }
    if (answer && !isAway(answer.status)) {
      connection.reached()
      return answer
    }
    const enough = read ? attempt >= mostReads && connection.reachedSince(began) : attempt >= writes
    if (!again || enough) {
      if (!read && session.get()) void watch()
      if (answer) return answer
      throw new ApiError(0, { code: 'NETWORK', message: translate(read || !session.get() ? 'kit.errors.try_later' : 'kit.connection.not_confirmed') })
    }
    // The browser keeps its connection for as long as an answer is not read.
    await answer?.body?.cancel()
    await connection.pause(attempt, Number(answer?.headers.get('retry-after') ?? 0) || 0, signal)
  }
}

let watching = false
/** After a write that had no answer: asks until the server is back, so that the page says how things stand. */
async function watch(): Promise<void> {
  if (watching) return
  watching = true
  await untilAnswered('/api/ready', {}, { read: true, again: true }).then(
    (answer) => answer.body?.cancel(),
    () => undefined,
  )
  watching = false
}

/** What a refusal without words of its own means (ACC-35). */
const unexplained = (status: number, read: boolean) =>
  status === 403
    ? { code: 'FORBIDDEN', message: translate('kit.errors.session_expired') }
    : { code: 'INTERNAL', message: translate(!read && isAway(status) ? 'kit.connection.not_confirmed' : 'kit.errors.try_later') }

async function refusalOf(response: Response, read: boolean): Promise<ApiError> {
  // A proxy in front of the server may answer with a page instead of JSON.
  const refusal = (await whileUnderWay(response.json()).catch(() => null)) as Refusal | null
  const error = new ApiError(response.status, refusal?.message ? refusal : unexplained(response.status, read))
  if (error.code === 'CONTEXT_CHANGED' && session.get()) elsewhere.set('unknown')
  else if (response.status === 401 && session.get()) session.set(null, error.message)
  else session.mustFirst(error.code)
  return error
}

interface Kept {
  readonly tag: string
  readonly answer: unknown
}

/** Answers that came with a tag, newest last; the server says whether they still hold, for whoever asks. */
const cachedAnswers = new Map<string, Kept>()
const keptAtMost = 200

/** Posts that only ask. */
const asks = /\/(page|counts|stats|workload|export|preview)$/
/** What a write has put out of date. */
export interface Written {
  /** What its answer names. */
  readonly entities: readonly string[] | 'all'
  /** Where it was sent, which may have been only a question. */
  readonly sentTo: string
  /** The address that it was sent to, whole. */
  readonly path: string
}

let written: (what: Written) => void = () => {}

/** Called once by the cache: whatever is written to a type is out of date wherever it was read (TBL-03). */
export function onWritten(tell: typeof written): void {
  written = tell
}

/** Rows that this page has deleted, by their address. */
const gone = new Set<string>()

/** Notes which rows a write has deleted. */
function noteGone(verb: Verb, path: string, body: unknown): void {
  const ids = verb === 'DELETE' ? [''] : path.endsWith('/bulk_delete') ? (body as { readonly ids: readonly string[] }).ids : []
  for (const id of ids) gone.add(path.replace('bulk_delete', id))
}

/** Whether something is asked about a row that this page has deleted: what is still on screen of it would ask again, and be told what is known. */
const isGone = (path: string): boolean => gone.has(/^\/\w+\/[a-z]?\d+/.exec(path)?.[0] ?? '')

/** Whether a refusal means that what is shown is old, or nobody knows what became of the write. */
const isOld = (reason: unknown): boolean =>
  reason instanceof ApiError && (['STALE', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'].includes(reason.code) || isAway(reason.status))

/** What the answer says it touched; one that was given before says no more what that was. */
function touchedBy({ headers }: Response): readonly string[] | 'all' {
  return headers.get('idempotency-replayed') ? 'all' : (headers.get(touchedHeader)?.split(',') ?? [])
}

async function request<T>(verb: Verb, path: string, body: unknown, options: RequestOptions): Promise<T> {
  if (verb === 'GET' && isGone(path)) throw new ApiError(404, { code: 'NOT_FOUND', message: translate('kit.errors.not_found') })
  const key = verb === 'GET' ? `${currentLanguage()} ${address(path, options.query)}` : ''
  const known = cachedAnswers.get(key)
  const own = path.split('/')[1] ?? ''
  const writes = verb !== 'GET' && !asks.test(path)
  const response = await send(verb, path, body, options, known?.tag).catch((reason: unknown) => {
    if (writes && !reads(verb, path, body, options) && isOld(reason)) written({ entities: [own], sentTo: own, path })
    throw reason
  })
  if (response.status === 304 && known) return known.answer as T
  const answer = (await whileUnderWay(response.json())) as T
  const tag = response.headers.get('etag')
  if (verb === 'GET' && tag) keep(key, { tag, answer })
  if (writes) noteGone(verb, path, body)
  if (writes) written({ entities: touchedBy(response), sentTo: own, path })
  return answer
}

function keep(key: string, value: Kept): void {
  cachedAnswers.delete(key)
  cachedAnswers.set(key, value)
  const [oldest] = cachedAnswers.keys()
  if (cachedAnswers.size > keptAtMost && oldest !== undefined) cachedAnswers.delete(oldest)
}

type ParamNames<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
type ParamsPart<C extends Call> = [ParamNames<C['route']>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<C['route']>, string | number> }
type BodyPart<C> = undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }
type QueryPart<C> = [QueryOf<C>] extends [undefined] ? { query?: undefined } : object extends QueryOf<C> ? { query?: QueryOf<C> } : { query: QueryOf<C> }
/** What an operation needs beside its route, read off its declaration. */
export type CallInput<C extends Call> = ParamsPart<C> & BodyPart<C> & QueryPart<C> & Pick<RequestOptions, 'context' | 'once'> & { signal?: AbortSignal }
type CallRest<C extends Call> = Record<string, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]

/** Fills the `{name}` segments of a route. */
export function filledRoute(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download')
}

/** The only way to the server. Every function answers the whole envelope and throws `ApiError`; a 401 ends the session. */
export const api = {
  get: <T>(path: string, options: RequestOptions = {}) => request<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options: RequestOptions = {}) => request<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options: RequestOptions = {}) => request<T>('PUT', path, body, options),
  del: <T>(path: string, options: RequestOptions = {}) => request<T>('DELETE', path, undefined, options),

  /** Sends one file as `multipart/form-data`. */
  upload<T>(path: string, file: Blob, options: RequestOptions = {}): Promise<T> {
    const form = new FormData()
    form.set('file', file)
    return request<T>('POST', path, form, options)
  },

  /** What a file or a picture holds. */
  read: async (path: string, options: RequestOptions = {}): Promise<Blob> => whileUnderWay((await send('GET', path, undefined, options)).blob()),

  /** Fetches a file and hands it to the browser under the name the server gave it (FIL-05). */
  async download(path: string, options: RequestOptions = {}): Promise<void> {
    const response = await send('GET', path, undefined, options)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await whileUnderWay(response.blob()))
    link.download = fileName(response.headers.get('content-disposition'))
    link.click()
    // Nothing tells when the browser has taken the blob over, which a busy one does late.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },

  /** Calls an operation declared by `defineCall`: `api.call<typeof resetMeasure>('POST /measure/{id}/reset', { params: { id } })`. */
  call<C extends Call>(route: C['route'], ...[input]: CallRest<C>): Promise<AnswerOf<C>> {
    const given = (input ?? {}) as RequestOptions & { readonly params?: Record<string, string | number>; readonly body?: unknown }
    const [verb, path] = route.split(' ') as [Verb, string]
    return request<AnswerOf<C>>(verb, filledRoute(path, given.params), given.body, given)
  },
}

/** What to tell the reader about any failure: the server's own words when there are some. */
export const failureText = (reason: unknown): string => (reason instanceof ApiError ? reason.message : translate('kit.errors.try_later'))

/** The same with what is wrong in each field, each said once; nothing where all of it is said `beside` its fields. */
export function failureDetails(reason: unknown, beside: readonly string[] = []): string {
  const wrong = reason instanceof ApiError ? Object.entries(reason.errors) : []
  const messages = wrong.flatMap(([field, texts]) => (beside.includes(field) ? [] : texts))
  return messages.length === 0 && wrong.length > 0 ? '' : [...new Set(messages)].join('. ') || failureText(reason)
}
