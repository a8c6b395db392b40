import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorStatus } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { endBody, mostPacked, pollBody, workerPath, type WorkerRun } from '#areas/connectors/contract/workers.ts'
import { letIn, refusedToken, WorkerPace, WorkerRefused, type LetIn } from './let-in.ts'
import { deliver, holdOn, keepPiece, noteVersion, takeRun } from './runs.ts'
import { isSigned, programSignature, signatureOf, signingKey } from './signature.ts'
import { tokenOf, type GivenToken } from './token.ts'

/** How often a worker that waits is looked after, in milliseconds, and how many of its requests may wait at once. */
const [lookEvery, mostWaiting] = [2000, 2]
const program = () => join(process.cwd(), 'dist', 'vigie-worker.mjs')

/** What workers speak: they come by themselves, from inside a network that nobody else gets into. */
export function workerRoutes(api: Api): void {
  const ending = new AbortController()
  api.beforeClose(async () => ending.abort())
  api.mount(workerPath, (app) => {
    const { db, secrets, translate } = api.ports
    const pace = new WorkerPace()
    const waiting = new Map<string, number>()
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.addHook('onRequest', async (request) => pace.take(request, tokenOf(request)))
    app.setErrorHandler(async (error: Error, request, reply) => refuse(request, reply, error))
    app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ message: 'There is nothing at this address' }))

    function refuse(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
      if (error instanceof WorkerRefused) {
        if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter))
        return reply.code(error.status).send({ message: error.message })
      }
      if (error instanceof AppError) {
        const status = errorStatus[error.status]
        if (status === 429 || status === 503) void reply.header('retry-after', String(error.details.retryAfter ?? 5))
        return reply.code(status).send({ message: translate({ key: error.key, values: error.details.values }, request.lang ?? 'en') })
      }
      const { statusCode } = error as { statusCode?: number }
      if (statusCode !== undefined && statusCode < 500) return reply.code(statusCode).send({ message: 'The request cannot be read' })
      request.log.error({ err: error }, 'unexpected error')
      return reply.code(500).send({ message: 'Something went wrong here' })
    }

    const within = async <T>(request: FastifyRequest, work: (tx: Tx, worker: LetIn, token: GivenToken) => Promise<T>, version?: string): Promise<T> => {
      const token = tokenOf(request)
      try {
        if (!token) throw refusedToken()
        const done = await db.transaction(token.customerId, async (tx) => work(tx, await letIn(tx, request, token, version), token))
        pace.was(request, token, true)
        return done
      } catch (error) {
        if (error instanceof WorkerRefused && error.status === 401) pace.was(request, token, false)
        throw error
      }
    }

    route(app, 'POST', '/poll', async (request, reply) => {
      const given = pollBody.safeParse(request.body ?? {})
      if (!given.success) throw new WorkerRefused(400, 'The request cannot be read')
      const { version, renews, wait } = given.data
      const key = tokenOf(request)?.hash.toString('base64') ?? ''
      const before = waiting.get(key) ?? 0
      if (before >= mostWaiting) throw new WorkerRefused(429, 'This worker is waiting already')
      waiting.set(key, before + 1)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, ending.signal])
      try {
        const until = performance.now() + wait * 1000
        for (;;) {
          const answer: { run: WorkerRun | null; renew: boolean } = await within(
            request,
            async (tx, { id, renew }) => {
              const isOld = renew && (await noteVersion(tx, id, version)) && renews
              return { run: isOld ? null : await takeRun(tx, id, secrets), renew: isOld }
            },
            version,
          )
          if (answer.run || answer.renew || performance.now() >= until || signal.aborted) return await reply.header('cache-control', 'no-store').send(answer)
          await pause(Math.min(lookEvery, Math.max(until - performance.now(), 1)), undefined, { signal }).catch(() => undefined)
        }
      } finally {
        const left = (waiting.get(key) ?? 1) - 1
        if (left > 0) waiting.set(key, left)
        else waiting.delete(key)
      }
    })

    route(app, 'POST', '/runs/:id/alive', async (request, reply) => {
      await within(request, (tx, worker) => holdOn(tx, worker.id, idIn(request)))
      return reply.send({})
    })

    route(app, 'POST', '/runs/:id/pieces/:seq', async (request, reply) => {
      const [run, seq] = [idIn(request), numberIn(request, 'seq')]
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new WorkerRefused(415, 'A piece is application/octet-stream')
      mustBeSigned(request, { run, what: 'piece', seq }, body)
      return reply.send({ next: await within(request, (tx, worker) => keepPiece(tx, worker.id, run, seq, body)) })
    })

    route(app, 'POST', '/runs/:id/end', async (request, reply) => {
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new WorkerRefused(415, 'An end is application/octet-stream')
      const run = idIn(request)
      const given = endOf(body)
      mustBeSigned(request, { run, what: 'end', seq: given.pieces }, body)
      await within(request, (tx, worker) => deliver(tx, worker.id, run, given))
      return reply.send({})
    })

    route(app, 'GET', '/program', async (request, reply) => {
      const token = await within(request, async (_tx, _worker, own) => own.token)
      const file = await readFile(program()).catch(() => null)
      if (!file) throw new WorkerRefused(404, 'This installation has not built the worker: npm run build-worker')
      return reply
        .header('x-vigie-signature', programSignature(signingKey(token), file))
        .header('cache-control', 'no-store')
        .type('text/javascript')
        .send(file)
    })
  })
}

function endOf(body: Buffer) {
  try {
    return endBody.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw new WorkerRefused(400, 'The request cannot be read')
  }
}

/** Before anything is looked up: what a token did not sign is nobody's. */
function mustBeSigned(request: FastifyRequest, of: Parameters<typeof signatureOf>[1], body: Buffer): void {
  const token = tokenOf(request)
  if (!token) throw refusedToken()
  const given = request.headers['x-vigie-signature']
  if (!isSigned(typeof given === 'string' ? given : undefined, signatureOf(signingKey(token.token), of, body)))
    throw new WorkerRefused(400, 'The signature is another one')
}

const idIn = (request: FastifyRequest) => numberIn(request, 'id')
function numberIn(request: FastifyRequest, name: string): number {
  const number = Number((request.params as Record<string, string>)[name])
  if (!Number.isSafeInteger(number) || number < 0 || number > 2 ** 31) throw new WorkerRefused(404, 'There is nothing at this address')
  return number
}

function route(app: FastifyInstance, method: 'GET' | 'POST', url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
  app.route({ method, url, bodyLimit: mostPacked, config: { byKey: true, ownPace: true }, handler })
}
