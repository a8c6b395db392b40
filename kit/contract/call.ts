import type { z } from 'zod'
import type { Right } from './right.ts'

export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/**
 * An operation that the kit does not derive, declared in `areas/X/contract/calls.ts` and answered by `handle(call, …)` on the server.
 * Paths stand below `/api`; `{id}` segments are positive integers unless `params` says otherwise.
 */
export interface Call<R extends Route = Route, B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly route: R
  /** `public`: without a session; `session`: anyone signed in; else the right that is required. */
  readonly right: Right | 'session' | 'public' | 'provider'
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
  /** A form that pages of other sites post by design, such as the answer of an identity provider; the handler checks its proof and trusts no cookie. */
  readonly fromElsewhere?: true
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
