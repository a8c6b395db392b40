import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { AdapterFault, type Adapter, type Config, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { cvesOf, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { definition } from './definition.ts'

/** Some 12 MB in 2026; what unpacks to more than this is none. */
const [mostBytes, mostLine] = [64 * 1024 ** 2, 4096]

/** The scores of a day. */
export const epss: Adapter = {
  definition,

  async test(config, reach) {
    for await (const _ of scores(config, reach)) break
    return { as: 'FIRST', mayRead: definition.reads.map(({ what }) => what), missing: [] }
  },

  async *collect(config, _, reach) {
    let unread = 0
    for await (const { fields, day } of scores(config, reach)) {
      const [cve] = cvesOf([fields[0]])
      const value = Number(fields[1])
      if (cve === undefined || fields[1] === undefined || !(value >= 0 && value <= 1)) unread += 1
      else yield { is: 'known', cve, probability: { value, day } }
    }
    if (unread > 0) say(reach, 'warning', 'not_readable', { count: unread })
  },
}

/** Lines after the heading, with the day that the first line says; throws for what is no such file. */
async function* scores(config: Config, reach: Reach): AsyncGenerator<{ readonly fields: readonly string[]; readonly day: string }> {
  const { body } = await new Service({ reach, base: textOf(config, 'base_url'), isFile: true }).open('', { expects: 'other' })
  let day: string | undefined
  let isHeaded = false
  for await (const line of linesOf(body)) {
    if (line === '') continue
    if (day === undefined) {
      day = /^#.*\bscore_date:(\d{4}-\d{2}-\d{2})/.exec(line)?.[1]
      if (day === undefined) throw new AdapterFault('unexpected', { told: 'the file does not say its day' })
    } else if (!isHeaded) {
      if (!/^cve,epss\b/i.test(line)) throw new AdapterFault('unexpected', { told: 'the file has another heading' })
      isHeaded = true
    } else yield { fields: line.split(','), day }
  }
  if (!isHeaded) throw new AdapterFault('unexpected', { told: 'the file is empty' })
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let left = ''
  let size = 0
  for await (const piece of unpacked(body)) {
    size += piece.length
    if (size > mostBytes) throw new AdapterFault('too_large', { told: 'the file is too large' })
    const lines = (left + decoder.decode(piece, { stream: true })).split('\n')
    left = lines.pop() ?? ''
    if (left.length > mostLine) throw new AdapterFault('unexpected', { told: 'the file has no lines' })
    for (const line of lines) yield line.trimEnd()
  }
  yield left.trimEnd()
}

/** As it is, or unpacked where it begins as gzip does: a proxy may have done so on the way. */
async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  const all = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield first.value
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* all()
    return
  }
  const gunzip = createGunzip()
  // Its failure comes out of the loop below.
  pipeline(Readable.from(all(), { objectMode: false }), gunzip, () => undefined)
  try {
    for await (const piece of gunzip) yield piece as Uint8Array
  } catch (error) {
    if (error instanceof AdapterFault) throw error
    throw new AdapterFault('unexpected', { told: 'the file is damaged' })
  }
}
