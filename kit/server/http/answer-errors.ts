import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Refusal } from '#kit/contract/envelope.ts'
import { AppError, errorStatus, type ErrorStatusCode } from '#kit/contract/errors.ts'
import { databaseFailure, sqlState } from '#kit/server/data/database/database-failure.ts'
import { noSession, type SessionLanguage } from './session-language.ts'
import { isProblem, problem, problemType } from './problem.ts'
import { securityHeaders } from './security.ts'
import { preferredLanguage, type Translate } from './words.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session's language once known. */
    lang?: Language
  }
}

/** The language in which a request is answered. */
export const languageOf = (request: FastifyRequest): Language => request.lang ?? preferredLanguage(request.headers['accept-language'])

/**
 * The language in which a refusal is said. Much is refused before anybody has looked at the session, such as a body that cannot be read: the session is asked
 * then, unless what is refused is too much, or the database itself.
 */
async function languageOfRefusal(request: FastifyRequest, sessionLanguage: SessionLanguage, status: ErrorStatusCode = 'NOT_FOUND'): Promise<Language> {
  if (request.lang === undefined && !unasked.has(status)) {
    const lang = await sessionLanguage(request)
    if (lang) request.lang = lang
  }
  return languageOf(request)
}
const unasked = new Set<ErrorStatusCode>(['THROTTLED', 'BUSY', 'UNAVAILABLE', 'UNAUTHENTICATED'])

/** The refusal that an error becomes, in words. */
export function refusal(error: AppError, translate: Translate, lang: Language): Refusal {
  const { code, values, fields, object } = error.details
  return {
    ok: false,
    message: translate({ key: error.key, values }, lang),
    code: code ?? error.status,
    ...(fields ? { errors: Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.map((m) => translate(m, lang))])) } : {}),
    ...(object === undefined ? {} : { object }),
  }
}

/** Answers what the router refuses before any hook runs, such as an address that cannot be decoded: nothing is there. */
export function answerRouter(
  translate: Translate,
  sessionLanguage: SessionLanguage = noSession,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => void {
  return (_error, request, reply) => {
    void languageOfRefusal(request, sessionLanguage).then((lang) =>
      reply
        .code(404)
        .headers(securityHeaders)
        .send(refusal(new AppError('NOT_FOUND', 'kit.errors.not_found'), translate, lang)),
    )
  }
}

/** Errors of the HTTP layer itself, as ours. */
function fromFastify(error: FastifyError): AppError | null {
  const { statusCode = 500 } = error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('TOO_LARGE', 'kit.errors.body_too_large')
  if (error.code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) return new AppError('TOO_LARGE', 'kit.errors.too_large')
  if (statusCode === 429) return new AppError('THROTTLED', 'kit.errors.throttled')
  if (statusCode === 404) return new AppError('NOT_FOUND', 'kit.errors.not_found')
  return statusCode >= 400 && statusCode < 500 ? new AppError('BAD_PARAMETERS', 'kit.errors.bad_parameters') : null
}

/** Values that PostgreSQL cannot take although they passed a schema: the client's fault, not ours. */
const valueFaults = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])
/** No place for a file: what the file system says. */
const noSpace = new Set(['ENOSPC', 'EDQUOT'])

function known(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error
  if (valueFaults.has(error.code)) return new AppError('BAD_PARAMETERS', 'kit.errors.bad_parameters')
  if (noSpace.has(error.code)) return new AppError('UNAVAILABLE', 'kit.errors.no_space', { cause: error })
  return databaseFailureOf(error) ?? fromFastify(error)
}

/** What the database said on a connection that was lent; by its own codes only, since the network's may be another host's. */
const databaseFailureOf = (error: unknown) => (/^[0-9A-Z]{5}$/.test(sqlState(error)) ? databaseFailure(error) : null)

/** Whether the sender went away before the request had arrived. */
const isGone = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/** Answers every error in the envelope; an unknown one is logged once with the request's id and tells nothing. */
export function answerErrors(app: FastifyInstance, translate: Translate, sessionLanguage: SessionLanguage = noSession): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (isGone(request)) {
      request.log.info('the sender went away')
      return reply.code(400).send(refusal(new AppError('BAD_PARAMETERS', 'kit.errors.malformed'), translate, languageOf(request)))
    }
    const refused = known(error)
    const lang = await languageOfRefusal(request, sessionLanguage, refused?.status)
    if (!refused) {
      request.log.error({ err: error }, 'unexpected error')
      if (isProblem(request)) {
        const unknown = problem(new AppError('INTERNAL', 'kit.errors.try_later'), translate, lang, request.id)
        return reply.code(500).type(problemType).send(unknown)
      }
      return reply.code(500).send({ ok: false, message: translate('kit.errors.try_later', lang), code: 'INTERNAL', request_id: request.id })
    }
    const status = errorStatus[refused.status satisfies ErrorStatusCode]
    if (status === 503) request.log[refused.key === 'kit.errors.no_space' ? 'error' : 'warn']({ err: refused.cause ?? refused }, 'not served')
    if (status === 503 || status === 429) reply.header('retry-after', String(refused.details.retryAfter ?? 5))
    if (isProblem(request)) return reply.code(status).type(problemType).send(problem(refused, translate, lang, request.id))
    return reply.code(status).send(refusal(refused, translate, lang))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const lang = await languageOfRefusal(request, sessionLanguage)
    const missing = new AppError('NOT_FOUND', 'kit.errors.not_found')
    if (isProblem(request)) return reply.code(404).type(problemType).send(problem(missing, translate, lang, request.id))
    return reply.code(404).send(refusal(missing, translate, lang))
  })
}
