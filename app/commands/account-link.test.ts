import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp } from '#tools/test/access-app.ts'
import { tokenIn } from '#tools/test/letters.ts'
import { linkFor } from './account-link.ts'

const publicUrl = 'https://vigie.example'
const chosen = 'Found-Again-Horse-3'
let app: Awaited<ReturnType<typeof accessApp>>
beforeAll(async () => {
  app = await accessApp()
})
afterAll(() => app.close())

const resetBy = (link: string) =>
  app.browser().call('POST', '/auth/password/reset', { token: tokenIn({ text: link }), password: chosen, password_confirm: chosen })

test('whoever runs the machine makes a link for anybody, the administrator too, without any mail; it is audited and good once', async () => {
  const link = await linkFor(app.ownerUrl, { email: 'Root@vigie.example', publicUrl })
  expect(link).toMatch(/^https:\/\/vigie\.example\/password_reset\/[\w-]{43}$/)
  expect((await app.owner.query('select 1 from outbox_mail')).rows).toEqual([])
  const { rows } = await app.owner.query(
    `select e.source, l.action from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq where l.entity = 'account' and l.action = 'link' and l.customer_id = 1`,
  )
  expect(rows).toEqual([{ source: 'machine', action: 'link' }])
  expect((await resetBy(link)).status).toBe(200)
  expect((await app.browser().signIn('root@vigie.example', chosen)).status).toBe(200)
  expect((await resetBy(link)).body).toMatchObject({ code: 'INVALID_TOKEN' })
})

test('somebody who was invited where no mail leaves comes in by it', async () => {
  const root = app.browser()
  await root.signIn('root@vigie.example', chosen)
  await root.call('POST', '/provider_user', { email: 'support@vigie.example', firstname: 'New', lastname: 'Staff', admin_type: 'SUPPORT', instance_id: null })
  expect((await resetBy(await linkFor(app.ownerUrl, { email: 'support@vigie.example', publicUrl }))).status).toBe(200)
  expect((await app.browser().signIn('support@vigie.example', chosen)).body).toMatchObject({ user: { admin_type: 'SUPPORT' } })
})

test('an address without an account and a disabled account are told, and get none', async () => {
  await expect(linkFor(app.ownerUrl, { email: 'nobody@vigie.example', publicUrl })).rejects.toThrow('Nobody has an account at nobody@vigie.example')
  await app.member(app.customers.A, 'gone@a.example', ['contributor'])
  await app.owner.query(`update account set disabled = true where email = 'gone@a.example'`)
  await expect(linkFor(app.ownerUrl, { email: 'gone@a.example', publicUrl })).rejects.toThrow('is disabled')
})
