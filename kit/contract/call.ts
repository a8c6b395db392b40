import type { z } from 'zod'
import type { Right } from './right.ts'

export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/**
 * An operation that the kit does not derive, declared in `areas/X/contract/calls.ts` and answered by `handle(call, …)` on the server.
 * Paths stand below `/api`; `{id}` segments are positive integers unless `params` says otherwise.
 */
export interface Call<R extends Route = Route, B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly route: R
  /** `public`: without a session; `session`: anyone signed in; else the right that is required. The provider's staff have rights like everybody else: being one of them opens nothing by itself. */
  readonly right: Right | 'session' | 'public'
  /** Said in place of the general words to whoever does not hold the right. */
  readonly refusal?: string
  /** Operation title in the API document, English, imperative. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: Q
  readonly body?: B
  /** The whole answer beside `ok`; used by the API document and checked in tests. */
  readonly answer: A
  /** The body is `multipart/form-data` with one `file`. */
  readonly upload?: { readonly maxBytes: number }
  /** The answer is a file, not JSON. */
  readonly download?: true
  /** Answers a browser by sending it on, whatever comes of it; only a file is answered as such. */
  readonly redirects?: true
  /** Also open to sessions that must do something else first, such as verify strong authentication. */
  readonly whilePending?: true
  /** Also for global pilots of an organisation that waits for its deletion, who may call nothing else: they take what it has, and leave. */
  readonly whileLeaving?: true
  /**
   * Also for people from outside, who may call nothing else (docs/decisions/0073): `own`, about the object that the path names, which must be one that they are asked
   * about; `session`, about themselves.
   */
  readonly outside?: 'own' | 'session'
  /** A form that pages of other sites post by design, such as the answer of an identity provider; the handler checks its proof and trusts no cookie. */
  readonly fromElsewhere?: true
  /** Tells a page for which organisation and mode it stands (`x-vigie-context`): the one call that a page makes without saying so. */
  readonly tellsContext?: true
  /** A read that costs far more than others, such as a search through everything or a file that is made for it: counted against floods as writes are. */
  readonly costly?: true
  /** A post that only reads, because what it asks for is long. */
  readonly reads?: true
  /** A dear read that a standby of the database serves where there is one, as soon as it has what was written until it was asked for. */
  readonly standby?: true
  /** A post whose answer holds a secret: it is kept nowhere, so that nobody can be answered it again. The page asks it with `once: false`. */
  readonly untold?: true
  /** A post of several transactions that sees to it itself that each `Idempotency-Key` is done once; those of one transaction always are. */
  readonly named?: true
}

/** Declares an operation; the web imports only its type: `api.call<typeof resetMeasure>('POST /measure/{id}/reset', …)`. */
export function defineCall<const R extends Route, A extends z.ZodType, B extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined>(
  route: R,
  rest: Omit<Call<R, B, Q, A>, 'route'>,
): Call<R, B, Q, A> {
  return { route, ...rest }
}

export type BodyOf<C> = C extends Call<Route, infer B> ? z.input<B> : never
export type QueryOf<C> = C extends Call<Route, z.ZodType, infer Q> ? z.input<Q> : never
export type AnswerOf<C> = C extends Call<Route, z.ZodType, z.ZodType, infer A> ? { ok: true; message?: string } & z.output<A> : never
