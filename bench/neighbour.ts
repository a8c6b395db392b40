import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, createDeflateRaw } from 'node:zlib'
import pg from 'pg'
import { exported } from './exported.ts'
import { atMost, megabytes, ms, times, type Figure } from './figure.ts'
import { signIn, visitor } from './http-client.ts'
import { residentOf, together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const clients = 4

/** An export of 100,000 rows of organisation A against what reading and writing them takes at least, and the lists of organisation B, by four people, alone and meanwhile. */
export async function neighbour(world: World): Promise<Figure[]> {
  const loud = await seedActions(world, { name: 'Loud', actions: 100_000 })
  const quiet = await seedActions(world, { name: 'Quiet', actions: 5000 })
  await settle(world)
  const exporter = await signIn(world.server.port, await world.member(loud.customer, { roles: ['global_pilote'] }), password)
  const reader = await signIn(world.server.port, await world.member(quiet.customer, { roles: ['global_pilote'] }), password)
  const readers = Array.from({ length: clients }, () => visitor(world.server.port, reader.cookie))
  const lists = (seconds: number) =>
    together(
      readers.map((person) => () => person.call('POST', '/remediation/page', { queryParams: {} })),
      seconds,
    )
  // What a first one loads is no cost of rows.
  await exported(reader)
  const copied = await copy(world, loud.customer)
  const before = residentOf(world.server.pid)
  let highest = before
  const took = await exported(exporter, async () => {
    highest = Math.max(highest, residentOf(world.server.pid))
    await pause(50)
  })
  await lists(2)
  const alone = await lists(8)
  let worst = 0
  const beside = await exported(exporter, async () => {
    worst = Math.max(worst, (await lists(4)).p95)
  })
  for (const person of [exporter, reader, ...readers]) person.close()
  return [
    atMost('export of 100,000 rows, against COPY and a plain writer', took / copied, 4, times, `${ms(took)} and ${ms(copied)}`),
    atMost('more memory of the server meanwhile', highest - before, 50, megabytes),
    { what: 'the same beside 4 readers', measured: ms(beside) },
    atMost('p95 of the lists of B while A exports, against alone', worst / alone.p95, 2, times, `${ms(worst)} and ${ms(alone.p95)}`),
  ]
}

/** What somebody would write by hand: the columns of the file copied out of the database and written as a packed sheet, without rights, words or a form. */
async function copy({ appUrl }: World, customer: number): Promise<number> {
  const client = new pg.Client(appUrl)
  await client.connect()
  const path = join(tmpdir(), `vigie-bench-${process.pid}.xml.z`)
  const start = performance.now()
  await client.query(`begin; set local app.customer_id = '${customer}'`)
  const chunks = new Readable({ read: () => {} })
  client.query(
    copying(
      `copy (select t.name_en, t.name_fr, t.identifier, t.status, t.priority, p.name_en, m.name, t.target_date, t.cost, g.name_en, t.type, t.start_date,
        t.initial_target_date, t.postponements, t.done_date, t.workload, t.impact, t.status_reason, t.date_locked, t.source
      from remediation t left join perimeter p on p.customer_id = t.customer_id and p.id = t.perimeter_id
        left join member m on m.customer_id = t.customer_id and m.id = t.manager_id left join program g on g.customer_id = t.customer_id and g.id = t.program_id
      where t.customer_id = ${customer} order by t.status in ('FINISHED', 'CANCELLED'), t.target_date, t.id) to stdout`,
      chunks,
    ),
  )
  await pipeline(chunks, sheetOf, createDeflateRaw({ level: constants.Z_BEST_SPEED }), createWriteStream(path))
  const took = performance.now() - start
  await client.end()
  await rm(path)
  return took
}

/** A statement whose rows come as text, which the driver passes on and does not read. */
const copying = (text: string, to: Readable): pg.Submittable & Record<string, unknown> => ({
  submit: (connection: pg.Connection) => connection.query(text),
  handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => to.push(chunk),
  handleCommandComplete: () => {},
  handleReadyForQuery: () => to.push(null),
  handleError: (error: Error) => to.destroy(error),
})

async function* sheetOf(lines: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let [text, number] = ['', 0]
  for await (const line of lines) {
    number += 1
    text += `<row r="${number}">`
    for (const cell of line.toString('utf8', 0, line.length - 1).split('\t'))
      if (cell !== '\\N') text += `<c t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
    text += '</row>'
    if (text.length < 100_000) continue
    yield text
    text = ''
  }
  yield text
}
