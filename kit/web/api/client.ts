import type { AnswerOf, BodyOf, Call, QueryOf } from '#kit/contract/call.ts'
import type { Refusal } from '#kit/contract/envelope.ts'
import { currentLanguage } from '#kit/web/i18n/store.ts'
import { say } from '#kit/web/i18n/words.ts'
import { maskedPath } from './masked-path.ts'
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
}

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'

function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return `/api${path}${search.size ? `?${search}` : ''}`
}

const unreachable = () => new ApiError(0, { code: 'NETWORK', message: say('kit.errors.try_later') })

async function send(verb: Verb, path: string, body: unknown, { query, signal }: RequestOptions): Promise<Response> {
  const form = body instanceof FormData
  const headers: Record<string, string> = { 'accept-language': currentLanguage(), 'x-page': maskedPath(location.pathname) }
  // A header that no foreign page can send is what tells our own writes apart.
  if (verb !== 'GET') headers['x-vigie'] = '1'
  if (body !== undefined && !form) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(address(path, query), {
      method: verb,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (reason) {
    if (signal?.aborted) throw reason
    throw unreachable()
  }
  if (!response.ok) throw await refusalOf(response)
  return response
}

/** What a refusal without words of its own means (ACC-35). */
const unexplained = (status: number) =>
  status === 403
    ? { code: 'FORBIDDEN', message: say('kit.errors.session_expired') }
    : { code: 'INTERNAL', message: say('kit.errors.try_later') }

async function refusalOf(response: Response): Promise<ApiError> {
  // A proxy in front of the server may answer with a page instead of JSON.
  const refusal = (await response.json().catch(() => null)) as Refusal | null
  const error = new ApiError(response.status, refusal?.message ? refusal : unexplained(response.status))
  if (response.status === 401 && session.get()) session.set(null)
  else session.mustFirst(error.code)
  return error
}

async function request<T>(verb: Verb, path: string, body: unknown, options: RequestOptions): Promise<T> {
  const response = await send(verb, path, body, options)
  return (await response.json()) as T
}

type ParamNames<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
type ParamsPart<C extends Call> = [ParamNames<C['route']>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<C['route']>, string | number> }
type BodyPart<C> = undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }
type QueryPart<C> = [QueryOf<C>] extends [undefined]
  ? { query?: undefined }
  : object extends QueryOf<C>
    ? { query?: QueryOf<C> }
    : { query: QueryOf<C> }
/** What an operation needs beside its route, read off its declaration. */
export type CallInput<C extends Call> = ParamsPart<C> & BodyPart<C> & QueryPart<C> & { signal?: AbortSignal }
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

  /** Fetches a file and hands it to the browser under the name the server gave it (FIL-05). */
  async download(path: string, options: RequestOptions = {}): Promise<void> {
    const response = await send('GET', path, undefined, options)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = fileName(response.headers.get('content-disposition'))
    link.click()
    // Nothing tells when the browser has taken the blob over, which a busy one does late.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },

  /** Calls an operation declared by `defineCall`: `api.call<typeof resetMeasure>('POST /measure/{id}/reset', { params: { id } })`. */
  call<C extends Call>(route: C['route'], ...[input]: CallRest<C>): Promise<AnswerOf<C>> {
    const given = (input ?? {}) as {
      params?: Record<string, string | number>
      query?: Query
      body?: unknown
      signal?: AbortSignal
    }
    const [verb, path] = route.split(' ') as [Verb, string]
    return request<AnswerOf<C>>(verb, filledRoute(path, given.params), given.body, {
      query: given.query ?? {},
      signal: given.signal,
    })
  },
}

/** What to tell the reader about any failure: the server's own words when there are some. */
export const failureText = (reason: unknown): string =>
  reason instanceof ApiError ? reason.message : say('kit.errors.try_later')
