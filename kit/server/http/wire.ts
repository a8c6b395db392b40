/** What Node and Fastify would answer by themselves, in our words; and how long a request may take to arrive. */
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorStatus } from '#kit/contract/errors.ts'
import { answerRouter, refusal } from './answer-errors.ts'
import { securityHeaders } from './security.ts'
import { noSession, type SessionLanguage } from './session-language.ts'
import { preferredLanguage, type Translate } from './words.ts'

/** In milliseconds: a pause between two pieces of a body, a body in all, an upload in all. */
export interface ArrivalLimits {
  readonly pause: number
  readonly body: number
  readonly upload: number
}

const usual: ArrivalLimits = { pause: 30_000, body: 60_000, upload: 600_000 }

/** Fastify's options under which nobody is answered in other words than ours. */
export function wireOptions(
  translate: Translate,
  sessionLanguage: SessionLanguage = noSession,
): Pick<FastifyHttpOptions<Server>, 'frameworkErrors' | 'clientErrorHandler' | 'return503OnClosing' | 'requestTimeout' | 'http' | 'routerOptions'> {
  return {
    frameworkErrors: answerRouter(translate, sessionLanguage),
    clientErrorHandler(this: FastifyInstance, error: WireError, socket: Socket) {
      this.log.info({ code: error.code }, 'unreadable request')
      void answerSocket({ translate, sessionLanguage }, error, socket)
    },
    // Ours is answered by a hook.
    return503OnClosing: false,
    // A last bound on headers and body together, whatever else fails.
    requestTimeout: usual.upload + 60_000,
    // Node would refuse with an empty answer.
    http: { requireHostHeader: false },
    // A slash at the end would be read as an empty id.
    routerOptions: { ignoreTrailingSlash: true },
  }
}

interface WireError extends Error {
  readonly code: string
  readonly rawPacket: unknown
}

/** Refuses what could not even be read as a request; nothing of it is known but what has arrived. */
async function answerSocket(
  { translate, sessionLanguage }: { readonly translate: Translate; readonly sessionLanguage: SessionLanguage },
  { code, rawPacket }: WireError,
  socket: Socket & { _httpMessage?: { headersSent: boolean } },
): Promise<void> {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const arrived = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
  const header = (name: string) => new RegExp(`^${name}:\\s*([^\\r\\n]*)`, 'im').exec(arrived)?.[1]
  const cookie = header('cookie')
  const lang = (cookie && (await sessionLanguage({ id: '', headers: { cookie } }))) || preferredLanguage(header('accept-language'))
  if (socket.destroyed) return
  // In the middle of another answer, anything written would become part of it.
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const error =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new AppError('TOO_SLOW', 'kit.errors.too_slow')
      : code === 'HPE_HEADER_OVERFLOW'
        ? new AppError('HEADERS_TOO_LARGE', 'kit.errors.headers_too_large')
        : new AppError('BAD_PARAMETERS', 'kit.errors.malformed')
  const body = JSON.stringify(refusal(error, translate, lang))
  const status = errorStatus[error.status]
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Refuses what comes while the server ends, what names no host, and what arrives too slowly. */
export function guardWire(app: FastifyInstance, limits: Partial<ArrivalLimits> = {}): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  // Node would refuse an expectation that it does not know with an empty answer; one may as well not meet it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async (request, reply) => {
    if (closing) {
      void reply.header('connection', 'close')
      throw new AppError('UNAVAILABLE', 'kit.errors.stopping')
    }
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw new AppError('BAD_PARAMETERS', 'kit.errors.malformed')
    if (hasBody(request.raw)) watchArrival(request, reply, { ...usual, ...limits })
  })
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Gives a body up when nothing of it comes for a while, or when all of it takes too long; also what is left of it once it has been refused. */
function watchArrival({ raw, headers }: FastifyRequest, reply: FastifyReply, { pause, body, upload }: ArrivalLimits): void {
  const { socket } = raw
  let seen = -1
  const giveUp = () => {
    stop()
    const tell = !reply.sent && raw.listenerCount('error') > 0
    if (!tell) return void raw.destroy()
    void reply.header('connection', 'close')
    reply.raw.once('finish', () => raw.destroy())
    // Whoever reads the body hears it as what went wrong with it, and so the request is answered; destroying it would take the answer away.
    raw.emit('error', new AppError('TOO_SLOW', 'kit.errors.too_slow'))
    setTimeout(() => raw.destroy(), pause).unref()
  }
  const idle = setInterval(() => {
    if (seen === socket.bytesRead) giveUp()
    seen = socket.bytesRead
  }, pause / 2)
  const all = setTimeout(giveUp, headers['content-type']?.startsWith('multipart/') ? upload : body)
  const stop = () => {
    clearInterval(idle)
    clearTimeout(all)
  }
  raw.once('end', stop)
  raw.once('close', stop)
}
