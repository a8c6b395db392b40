/** Vigie for programs: the public API with a key, typed by what the server says of itself. Nothing but `fetch` is needed. */
import type { components, paths } from './generated/api.d.ts'

/** What stands in rows, by name: `Schemas['Actions']`. */
export type Schemas = components['schemas']

type Base = '/public/v1'
type Verb = 'get' | 'post' | 'put'
/** The operation of an address, or `never`. */
type At<P extends keyof paths, V extends Verb> = Exclude<paths[P][V], undefined>
/** Addresses that have an operation, without where the API stands. */
export type PathOf<V extends Verb> = { [P in keyof paths]: [At<P, V>] extends [never] ? never : P extends `${Base}${infer Short}` ? Short : never }[keyof paths]
type Whole<P extends string> = `${Base}${P}` & keyof paths
type Of<P extends string, V extends Verb> = At<Whole<P>, V>

type Query<O> = O extends { parameters: { query?: infer Q } } ? Exclude<Q, undefined> : never
type Json<C> = C extends { content: { 'application/json': infer B } } ? B : never
type BodyOf<O> = O extends { requestBody: infer C } ? Json<C> : never
type FileOf<O> = O extends { requestBody: { content: { 'multipart/form-data': unknown } } } ? SentFile : never
export type AnswerOf<P extends string, V extends Verb> =
  Of<P, V> extends { responses: infer R } ? { [S in keyof R & (200 | 201 | 202)]: Json<R[S]> }[keyof R & (200 | 201 | 202)] : never

type WithId<P extends string> = P extends `${string}{id}${string}` ? { readonly id: number } : unknown
type WithQuery<Q> = [Q] extends [never] ? unknown : Partial<Q> extends Q ? { readonly query?: Loose<Q> } : { readonly query: Loose<Q> }
/** Numbers and booleans may be given as such. */
type Loose<Q> = { [K in keyof Q]: Q[K] | number | boolean }
type WithBody<O> = [BodyOf<O>] extends [never] ? ([FileOf<O>] extends [never] ? unknown : { readonly file: SentFile }) : { readonly body: BodyOf<O> }

export interface SentFile {
  readonly name: string
  readonly content: string | Uint8Array | Blob
}

interface Each {
  readonly signal?: AbortSignal
}
interface Named {
  /** The name of the call: the same one is done once. Posts get one of their own, so that trying again is safe. */
  readonly idempotencyKey?: string
}
interface Versioned {
  /** The version that the change is meant for; where there is another by now it is refused with 412. */
  readonly version?: number
}

export type GetOptions<P extends string> = Each & WithId<P> & WithQuery<Query<Of<P, 'get'>>>
export type PostOptions<P extends string> = Each & Named & WithId<P> & WithQuery<Query<Of<P, 'post'>>> & WithBody<Of<P, 'post'>>
export type PutOptions<P extends string> = Each & Versioned & WithId<P> & WithBody<Of<P, 'put'>>

/** Addresses whose answer is a page of rows. */
export type ListPath = { [P in PathOf<'get'>]: AnswerOf<P, 'get'> extends { next_cursor: string | null } ? P : never }[PathOf<'get'>]
export type RowOf<P extends ListPath> = AnswerOf<P, 'get'> extends { objects: (infer R)[] } ? R : never

export interface Vigie {
  readonly get: <P extends PathOf<'get'>>(path: P, options?: GetOptions<P>) => Promise<AnswerOf<P, 'get'>>
  readonly post: <P extends PathOf<'post'>>(path: P, options: PostOptions<P>) => Promise<AnswerOf<P, 'post'>>
  readonly put: <P extends PathOf<'put'>>(path: P, options: PutOptions<P>) => Promise<AnswerOf<P, 'put'>>
  /** Every row of a list, page by page: what changes meanwhile moves no other row. */
  readonly rows: <P extends ListPath>(path: P, options?: GetOptions<P>) => AsyncGenerator<RowOf<P>, void, undefined>
}

/** What the server refuses (RFC 9457). */
export class VigieProblem extends Error {
  override readonly name = 'VigieProblem'
  readonly status: number
  readonly code: string
  /** Every wrong field: where it stands in the body, or which parameter it is. */
  readonly errors: readonly { readonly pointer?: string; readonly parameter?: string; readonly detail: string }[]
  readonly requestId: string | undefined

  constructor(status: number, problem: Partial<Schemas['Problem']>) {
    const { code = '', detail = `HTTP ${status}`, errors = [], request_id: requestId } = problem
    super(detail)
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
  }
}

export interface VigieOptions {
  /** Where the server is: `https://vigie.example`. */
  readonly url: string
  readonly key: string
  /** In which refusals are said; English unless it is said. */
  readonly language?: string
  /** How often a call is tried again that was refused as too much at once, or whose connection broke; three times. */
  readonly retries?: number
  /** Longest pause that the server may ask for, in seconds; what it asks beyond that is told as a refusal. */
  readonly patience?: number
  readonly fetch?: typeof globalThis.fetch
}

interface AnyOptions extends Each, Named, Versioned {
  readonly id?: number
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: SentFile
}

export function createVigie({ url, key, language = 'en', retries = 3, patience = 120, fetch: transmit = fetch }: VigieOptions): Vigie {
  const root = `${url.replace(/\/+$/, '')}/public/v1`

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, options: AnyOptions = {}): Promise<unknown> {
    const { id, query = {}, body, file, version, idempotencyKey = crypto.randomUUID(), signal } = options
    const address = new URL(root + path.replace('{id}', String(id)))
    for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) address.searchParams.set(name, String(value))
    const headers: Record<string, string> = { 'x-api-key': key, 'accept-language': language, accept: 'application/json' }
    if (method === 'POST') headers['idempotency-key'] = idempotencyKey
    if (version !== undefined) headers['if-match'] = `"${version}"`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const sent = file ? formOf(file) : body === undefined ? undefined : JSON.stringify(body)
    for (let attempt = 0; ; attempt += 1) {
      let answer: Response
      try {
        // The key goes to the server that was named, and to no other.
        answer = await transmit(address, { method, headers, redirect: 'error', ...(sent !== undefined && { body: sent }), ...(signal && { signal }) })
      } catch (error) {
        // A change may have been made before the connection broke.
        if (method === 'PUT' || attempt >= retries || signal?.aborted) throw error
        await pause(2 ** attempt, signal)
        continue
      }
      if (answer.ok) return answer.json()
      const wait = Number(answer.headers.get('retry-after') ?? 0)
      if ((answer.status !== 429 && answer.status !== 503) || attempt >= retries || wait > patience) {
        throw new VigieProblem(answer.status, (await answer.json().catch(() => ({}))) as Partial<Schemas['Problem']>)
      }
      await answer.body?.cancel()
      await pause(Math.max(wait, 1), signal)
    }
  }

  async function* rows(path: string, options: AnyOptions = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor: string | null = null
    do {
      const page = (await call('GET', path, { ...options, query: { ...options.query, ...(cursor !== null && { cursor }) } })) as {
        readonly objects: readonly unknown[]
        readonly next_cursor: string | null
      }
      yield* page.objects
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  // What is sent and answered is told by the document; here it only passes through.
  return {
    get: (path: string, options?: AnyOptions) => call('GET', path, options),
    post: (path: string, options?: AnyOptions) => call('POST', path, options),
    put: (path: string, options?: AnyOptions) => call('PUT', path, options),
    rows,
  } as Vigie
}

function formOf({ name, content }: SentFile): FormData {
  const form = new FormData()
  form.set('file', content instanceof Blob ? content : new Blob([content as BlobPart]), name)
  return form
}

const pause = (seconds: number, signal?: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const timer = setTimeout(done, seconds * 1000)
    signal?.addEventListener('abort', () => (clearTimeout(timer), fail(signal.reason as Error)), { once: true })
  })
