import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#kit/contract/errors.ts'

export interface SecurityOptions {
  /** How browsers reach the server, without a trailing slash; decides HSTS and, besides the request's host, whose pages may write. */
  readonly publicUrl?: string | undefined
}

/** The players of the two providers whose videos help pages may show (SEC-09), the first without cookies. */
const players = 'https://www.youtube-nocookie.com https://player.vimeo.com'
const contentSecurityPolicy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' ${players}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** What every answer carries, even to an address that cannot be read. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Sends the security headers with every answer and refuses writes that a page of another site may have caused (SEC-10). */
export function secure(app: FastifyInstance, { publicUrl }: SecurityOptions = {}): void {
  acceptForms(app)
  app.addHook('onRequest', async (request) => {
    // By the route that was found, never by the path: the same call can be written in many ways, `/%61pi/…` among them.
    if (!isSafe(request) && !request.routeOptions.config.fromElsewhere && !request.routeOptions.config.byKey && !cameFromUs(request, publicUrl)) {
      throw new AppError('FORBIDDEN', 'kit.errors.unauthorized', { code: 'CROSS_SITE' })
    }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(securityHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (/^\/(?:api|public|scim)\//.test(request.routeOptions.url ?? pathOf(request)) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    if (request.protocol === 'https' || publicUrl?.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    return payload
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Posted by pages of other sites by design; such a route checks its own proof. */
    readonly fromElsewhere?: boolean
    /** Asked with a key in a header, which no page of another site can send. */
    readonly byKey?: boolean
    /** Not counted against floods: it has a pace of its own. */
    readonly ownPace?: boolean
    /** Counted against floods though it reads. */
    readonly costly?: boolean
  }
}

/** Forms are read where other sites post them by design, and nowhere else. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.fromElsewhere) done(new AppError('INVALID', 'kit.errors.check_inputs'))
    else done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''
const isSafe = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** A foreign page cannot set `x-vigie` without being allowed to by CORS, which nothing is; the browser's own words are checked besides. */
function cameFromUs(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site, 'x-vigie': mark } = request.headers
  if (!mark) return false
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  return origin === (publicUrl && URL.parse(publicUrl)?.origin) || URL.parse(origin)?.host === request.host
}
