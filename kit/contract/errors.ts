/** The stable machine words an answer may carry in `code`, with the one HTTP status of each. */
export const errorStatus = {
  BAD_PARAMETERS: 400,
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TOO_SLOW: 408,
  CONFLICT: 409,
  STALE: 409,
  IN_USE: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  THROTTLED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  BUSY: 503,
  UNAVAILABLE: 503,
} as const
export type ErrorStatusCode = keyof typeof errorStatus

/** A message to be said in the reader's language: a catalogue key and its arguments. */
export interface Message {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Every wrong field with all that is wrong with it, still untranslated. */
export type FieldMessages = Record<string, Message[]>

interface AppErrorDetails {
  /** Replaces the status word in the answer's `code` where the specification names one (ACT-18). */
  code?: string
  values?: Message['values']
  fields?: FieldMessages
  /** Sent along with the refusal, such as the current row of a stale write. */
  object?: unknown
  /** Seconds after which the same is worth trying again, of what was asked too often. */
  retryAfter?: number
  /** What it came of, for the log alone. */
  cause?: unknown
}

/** The only error that areas throw on purpose; anything else is answered as 500 and logged. */
export class AppError extends Error {
  readonly status: ErrorStatusCode
  readonly key: string
  readonly details: AppErrorDetails

  constructor(status: ErrorStatusCode, key: string, details: AppErrorDetails = {}) {
    super(`${status}: ${key}`, details.cause === undefined ? undefined : { cause: details.cause })
    this.status = status
    this.key = key
    this.details = details
  }
}

/** Whether the same may succeed a moment later: jobs are tried again, people are asked to. */
export const isPassing = (error: unknown) => error instanceof AppError && (error.status === 'BUSY' || error.status === 'UNAVAILABLE')

export const notFound = (key = 'kit.errors.not_found') => new AppError('NOT_FOUND', key)
export const forbidden = (key = 'kit.errors.unauthorized') => new AppError('FORBIDDEN', key)
export const badParameters = (fields?: FieldMessages) => new AppError('BAD_PARAMETERS', 'kit.errors.bad_parameters', fields ? { fields } : {})

/** One wrong field; the general message is that of a failed submit (FRM-06). */
export function invalidField(field: string, key: string, values?: Message['values']): AppError {
  return new AppError('INVALID', 'kit.errors.check_inputs', { fields: { [field]: [{ key, values }] } })
}
