import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import type { Say } from '#kit/server/http/words.ts'
import { sendMail, type Mail } from './mail.ts'
import { mailJobs, outboxRoute } from './outbox.ts'

let kit: KitApp
let say: Say
let server: SMTPServer
const received: { to: string[]; body: string }[] = []
let refusing = false

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => done(refusing ? new Error('try again') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map((to) => to.address), body: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  kit = await kitApp((parts) => {
    say = parts.say
    outboxRoute(parts.api)
    return mailJobs({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Vigie <vigie@x.example>' })
  })
})
afterAll(async () => {
  await kit.close()
  await new Promise<void>((done) => server.close(done))
})

const mail: Mail = {
  to: 'chloe@x.example', lang: 'fr', subject: { key: 'kit.file.export_ready' }, paragraphs: [{ key: 'kit.table.rows_selected', values: { count: 2 } }],
  action: { label: { key: 'kit.actions.open' }, url: 'https://vigie.example/reset?a=1&b=2' }, items: [{ text: 'Fuite <script>alert(1)</script>' }],
}
const send = (customer: 'A' | 'B' = 'A', fail = false) => kit.db.transaction(kit.customers[customer], async (tx) => {
  tx.act(kit.who({ customer }))
  await sendMail(tx, say, mail)
  if (fail) throw new Error('no')
})
const waiting = async (customer: 'A' | 'B' = 'A') => {
  await kit.owner.query('begin')
  await kit.owner.query(`set local app.customer_id = '${kit.customers[customer]}'`)
  const { rows } = await kit.owner.query<{ to_address: string; subject: string; text: string; html: string }>('select * from outbox_mail')
  await kit.owner.query('commit')
  return rows
}

test('a mail leaves in the language of its receiver, as text and as HTML that carries no markup of people', async () => {
  await send()
  const [row] = await waiting()
  expect(row).toMatchObject({ to_address: 'chloe@x.example', subject: say('kit.file.export_ready', 'fr') })
  expect(row?.text).toContain(say({ key: 'kit.table.rows_selected', values: { count: 2 } }, 'fr'))
  expect(row?.text).toContain('https://vigie.example/reset?a=1&b=2')
  expect(row?.html).toContain('https://vigie.example/reset?a=1&amp;b=2')
  expect(row?.html).toContain('Fuite &lt;script&gt;')
  await kit.queue.drain()
  expect(received).toMatchObject([{ to: ['chloe@x.example'] }])
  expect(received[0]?.body).toMatch(/multipart\/alternative/)
  expect(await waiting()).toEqual([])
})

test('a mail of a transaction that fails does not exist', async () => {
  await expect(send('A', true)).rejects.toThrow('no')
  expect(await waiting()).toEqual([])
})

test('a mail that the server refuses waits for the next attempt', async () => {
  refusing = true
  received.length = 0
  await send('B')
  await expect(kit.queue.drain()).rejects.toThrow('try again')
  expect(await waiting('B')).toHaveLength(1)
  refusing = false
  await kit.queue.drain()
  expect([received.length, await waiting('B')]).toEqual([1, []])
})

test('what the provider’s role does may send mail of the customer it works in, and reads none', async () => {
  const asProvider = <T>(work: Parameters<typeof kit.db.transaction<T>>[1]) => kit.db.transaction(kit.customers.A, (tx) => {
    tx.act(kit.who({}))
    return work(tx)
  }, { provider: true })
  received.length = 0
  await asProvider((tx) => sendMail(tx, say, mail))
  expect(await waiting()).toHaveLength(1)
  await expect(asProvider((tx) => tx.run(sql`select text from outbox_mail where customer_id = ${tx.customerId}`))).rejects.toThrow('permission denied')
  await expect(asProvider((tx) => tx.run(sql`insert into outbox_mail (customer_id, to_address, lang, subject, text, html) values (${kit.customers.B}, 'a@b.example', 'en', '', '', '')`))).rejects.toThrow('row-level security')
  await kit.queue.drain()
  expect([received.length, await waiting()]).toEqual([1, []])
})

test('only the provider’s staff may read the outbox', async () => {
  expect((await kit.call('GET', '/outbox')).status).toBe(403)
})
