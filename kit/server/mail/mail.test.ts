import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { mostAttached, sendMail, sendMails, type Mail } from './mail.ts'
import { mailJobs, outboxRoute } from './outbox.ts'
import { asSent, secretLink, withoutSecrets } from './secret-link.ts'

let kit: KitApp
let translate: Translate
let secrets: Secrets
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
    translate = parts.translate
    secrets = parts.api.ports.secrets
    outboxRoute(parts.api)
    return mailJobs({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Vigie <vigie@x.example>' }, secrets)
  })
})
afterAll(async () => {
  await kit.close()
  await new Promise<void>((done) => server.close(done))
})

const mail: Mail = {
  to: 'chloe@x.example',
  lang: 'fr',
  subject: { key: 'kit.file.export_ready' },
  paragraphs: [{ key: 'kit.table.rows_selected', values: { count: 2 } }],
  action: { label: { key: 'kit.actions.open' }, url: 'https://vigie.example/reset?a=1&b=2' },
  items: [{ text: 'Fuite <script>alert(1)</script>' }],
}
const send = (customer: 'A' | 'B' = 'A', fail = false) =>
  kit.db.transaction(kit.customers[customer], async (tx) => {
    tx.act(kit.who({ customer }))
    await sendMail(tx, translate, mail)
    if (fail) throw new Error('no')
  })
const waiting = async (customer: 'A' | 'B' = 'A') => {
  await kit.owner.query('begin')
  await kit.owner.query(`set local app.customer_id = '${kit.customers[customer]}'`)
  const { rows } = await kit.owner.query<{ to_address: string; subject: string; text: string; html: string; secret: string | null }>(
    'select * from outbox_mail',
  )
  await kit.owner.query('commit')
  return rows
}

test('a mail leaves in the language of its receiver, as text and as HTML that carries no markup of people', async () => {
  await send()
  const [row] = await waiting()
  expect(row).toMatchObject({ to_address: 'chloe@x.example', subject: translate('kit.file.export_ready', 'fr') })
  expect(row?.text).toContain(translate({ key: 'kit.table.rows_selected', values: { count: 2 } }, 'fr'))
  expect(row?.text).toContain('https://vigie.example/reset?a=1&b=2')
  expect(row?.html).toContain('https://vigie.example/reset?a=1&amp;b=2')
  expect(row?.html).toContain('Fuite &lt;script&gt;')
  await kit.queue.drain()
  expect(received).toMatchObject([{ to: ['chloe@x.example'] }])
  expect(received[0]?.body).toMatch(/multipart\/alternative/)
  expect(await waiting()).toEqual([])
})

test('a file goes with a mail, and is gone once it is sent; one that is too large for a mail is refused', async () => {
  received.length = 0
  const bytes = Buffer.from('%PDF-1.7 figures')
  const sendWith = (content: Uint8Array) =>
    kit.db.transaction(kit.customers.A, async (tx) => {
      tx.act(kit.who({}))
      await sendMails(tx, translate, [mail, { ...mail, attachment: { name: 'Activité à Lyon.pdf', mime: 'application/pdf', bytes: content } }])
    })
  await expect(sendWith(Buffer.alloc(mostAttached + 1))).rejects.toThrow('too large')
  await sendWith(bytes)
  await kit.queue.drain()
  const bodies = received.map(({ body }) => body)
  expect(bodies.filter((body) => body.includes(bytes.toString('base64')))).toHaveLength(1)
  expect(bodies.join('')).toMatch(/Content-Type: application\/pdf/)
  expect([bodies.length, await waiting()]).toEqual([2, []])
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
  const asProvider = <T>(work: Parameters<typeof kit.db.transaction<T>>[1]) =>
    kit.db.transaction(
      kit.customers.A,
      (tx) => {
        tx.act(kit.who({}))
        return work(tx)
      },
      { provider: true },
    )
  received.length = 0
  await asProvider((tx) => sendMail(tx, translate, mail))
  expect(await waiting()).toHaveLength(1)
  await expect(asProvider((tx) => tx.run(sql`select text from outbox_mail where customer_id = ${tx.customerId}`))).rejects.toThrow('permission denied')
  await expect(
    asProvider((tx) =>
      tx.run(sql`insert into outbox_mail (customer_id, to_address, lang, subject, text, html) values (${kit.customers.B}, 'a@b.example', 'en', '', '', '')`),
    ),
  ).rejects.toThrow('row-level security')
  await kit.queue.drain()
  expect([received.length, await waiting()]).toEqual([1, []])
})

test('a link that lets somebody in stands in no text that waits; its receiver finds it in the mail', async () => {
  const link = 'https://vigie.example/password_reset/Q2xvw6ktc2VjcmV0LW9mLWEtbGluay1mb3ItdGVzdHM'
  received.length = 0
  await kit.db.transaction(kit.customers.A, async (tx) => {
    tx.act(kit.who({}))
    // Whoever is named in a mail may have called themselves what a link is masked by.
    await sendMail(tx, translate, {
      ...mail,
      items: [{ text: 'https://evil.example/••••••••' }],
      action: { label: { key: 'kit.actions.open' }, ...secretLink(secrets, link) },
    })
  })
  const [row] = await waiting()
  const secret = link.split('/').at(-1) ?? ''
  expect(JSON.stringify(row)).not.toContain(secret)
  expect(row?.text).toContain('https://vigie.example/password_reset/••••••••')
  const sent = row && asSent(secrets, row)
  expect(sent?.text.split(secret)).toHaveLength(2)
  expect(sent?.html).toContain(link)
  await kit.queue.drain()
  const body = received[0]?.body.replaceAll(/=\r?\n/g, '') ?? ''
  expect(body).toContain(secret)
  expect(body).not.toMatch(new RegExp(`evil.example/[^\\s]*${secret}`))
})

test('secrets that older mails still hold are hidden too', () => {
  const token = 'q8Zt1-KdmP29sLx_0aaBq8Zt1-KdmP29sLx_0aaBq8Z'
  expect(withoutSecrets(`<a href="https://vigie.example/password_reset/${token}">Choose</a>`)).toBe(
    '<a href="https://vigie.example/password_reset/••••••••">Choose</a>',
  )
})

test('only the provider’s staff may read the outbox', async () => {
  expect((await kit.call('GET', '/outbox')).status).toBe(403)
})
