import { randomUUID } from 'node:crypto'
import { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'

/** Fastify's options for logging: JSON lines, one per request, without query strings, headers, cookies or bodies. */
export function loggingOptions(level: string): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    logger: {
      level,
      // A last line of defence: nothing of ours logs these. PostgreSQL writes whole rows into `detail` and values into `where`; its driver hangs a whole connection on its errors.
      redact: {
        paths: [
          'password',
          '*.password',
          'token',
          '*.token',
          'secret',
          '*.secret',
          '*.headers',
          'err.config',
          'err.parameters',
          'err.detail',
          'err.where',
          'err.cause',
          'err.client',
        ],
        remove: true,
      },
      serializers: { req: (request: FastifyRequest) => ({ method: request.method, route: routeOf(request) }) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      // A proxy in front may have named the request already.
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
  }
}

/** The pattern of the path instead of the path: share links and reset links carry their secret in it. */
export const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown'

/** Logs each request once, when it has been answered, and tells its id to the client. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const fields = { method: request.method, route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    write(request.log, reply.statusCode)(fields, 'request')
  })
}

function write(log: FastifyBaseLogger, status: number): (fields: object, message: string) => void {
  return status >= 500 ? log.error.bind(log) : log.info.bind(log)
}
