import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemWho } from '#kit/server/access/who.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { dayFromNow, makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'

let world: World
let owner: pg.Client
let count = 0

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})
beforeEach(() =>
  inCustomer(`delete from digest_mail; delete from outbox_mail; update notification set mail = null; update remediation set status = 'CANCELLED'`),
)

const inCustomer = (text: string, role = 'vigie_app') =>
  owner.query(`begin; set local app.customer_id = '${world.customer}'; set local role ${role}; ${text}; commit`)
/** What was done until now happened three days ago. */
const longAgo = () =>
  inCustomer(`update notification set mail = null; update remediation set updated_at = updated_at - interval '3 days', created_at = created_at - interval '3 days';
  update remediation__tasks set valid_from = valid_from - interval '3 days'`)

/** Somebody whose address is proved. */
async function reader(
  role: Parameters<World['app']['member']>[1] = 'contributor',
  more: Parameters<World['app']['member']>[2] = {},
): Promise<Person & { email: string }> {
  const email = `reader${(count += 1)}@x.example`
  const person = await world.app.member(world.customer, role, { email, ...more })
  await owner.query(`set role vigie_provider; update account set verified_at = moment() where email = '${email}'; reset role`)
  return Object.assign(person, { email })
}

interface Sent {
  to_address: string
  lang: string
  subject: string
  text: string
  html: string
}
/** Runs a job and answers the mails that wait then. */
async function digest(kind: 'daily' | 'weekly'): Promise<Sent[]> {
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    tx.enqueue({ name: `digest.${kind}`, data: {} })
  })
  await world.app.jobs()
  const mails = await world.app.db.transaction(world.customer, (tx) =>
    tx.runText<Sent>('select * from outbox_mail where customer_id = $1 order by to_address', [world.customer]),
  )
  return mails.filter(({ text }) => text.includes('/profile#notifications'))
}
const by = (manager: Person, fields: object = {}) => world.action({ manager: manager.memberId, target_date: dayFromNow(30), ...fields })

test('the morning tells what was assigned, is due and has become late, with links, in the reader’s language', async () => {
  const user = await reader('contributor', { lang: 'fr' })
  const late = await by(user, { name_en: 'Patch', name_fr: 'Corriger', target_date: dayFromNow(-1) })
  await by(user, { name_en: 'Already late', target_date: dayFromNow(-9) })
  await by(user, { name_en: 'Known', target_date: dayFromNow(9) })
  await by(user, { name_en: 'Today', target_date: dayFromNow(0) })
  await longAgo()
  await by(user, { name_en: 'Brand <new>' })
  const [mail, ...others] = await digest('daily')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to_address: user.email, lang: 'fr', subject: expect.stringMatching(/^Vigie : votre journée chez Organisation/) })
  const [day, month, year] = dayFromNow(-1).split('-').toReversed()
  expect(mail?.text).toContain(
    `En retard depuis hier\n- ${late.identifier} · Corriger (échéance ${day}/${month}/${year})\n  http://localhost/open/remediation/${late.id}`,
  )
  expect(mail?.text).toMatch(/Nouvellement affecté\n- \S+ · Brand <new>/)
  expect(mail?.text).toMatch(/À échéance aujourd’hui\n- \S+ · Today/)
  expect(mail?.html).toContain('Brand &lt;new&gt;')
  expect(mail?.text).not.toMatch(/Already late|Known/)
})

test('Monday tells all that is open or late, and nothing that is over', async () => {
  const user = await reader()
  await by(user, { name_en: 'Very late', target_date: dayFromNow(-90) })
  await by(user, { name_en: 'Some day' })
  const over = await by(user, { name_en: 'Over' })
  expect((await world.pilot.put(`/remediation/${over.id}`, { status: 'CANCELLED', status_reason: 'No' })).status).toBe(200)
  const [mail] = await digest('weekly')
  expect(mail?.subject).toMatch(/^Vigie: your week at/)
  expect(mail?.text).toMatch(/Late\n- \S+ · Very late[^]*Open, not late\n- \S+ · Some day/)
  expect(mail?.text).not.toContain('Over')
})

test('a mail of a kind comes once a day, and none comes when there is nothing to tell', async () => {
  const [user, idle] = [await reader(), await reader()]
  await by(user)
  expect((await digest('daily')).map(({ to_address }) => to_address)).toEqual([user.email])
  expect(await digest('daily')).toHaveLength(1)
  expect((await digest('weekly')).map(({ to_address }) => to_address)).toEqual([user.email, user.email])
  await inCustomer('delete from outbox_mail; update digest_mail set sent_on = sent_on - 1')
  // What was told is not told again.
  expect(await digest('daily')).toEqual([])
  await by(user, { name_en: 'Next day' })
  expect((await digest('daily')).map(({ text }) => text.match(/ · (?:Act|Next day)/g))).toEqual([[' · Next day']])
  expect((await digest('daily')).some(({ to_address }) => to_address === idle.email)).toBe(false)
})

test('only those get mail who may come in, have proved their address or used it to sign in, and want it', async () => {
  const [wants, off, disabled, unproved, outside] = [await reader(), await reader(), await reader(), await reader(), await reader()]
  for (const user of [wants, off, disabled, unproved, outside]) await by(user)
  await off.put('/user/profile', { daily_notifications: false })
  await world.pilot.put(`/member/${disabled.memberId}`, { disabled: true })
  await owner.query(`set role vigie_provider; update account set verified_at = null, last_sign_in_at = null where email = '${unproved.email}'; reset role`)
  await owner.query(`set role vigie_provider; update membership set ends_on = '${dayFromNow(-3)}' where member_id = ${outside.memberId}; reset role`)
  expect((await digest('daily')).map(({ to_address }) => to_address)).toEqual([wants.email])
  expect((await digest('weekly')).map(({ to_address }) => to_address)).toEqual([off.email, wants.email, wants.email].toSorted())
})

test('nobody is told of what they gave themselves, nor again of what was theirs already', async () => {
  const user = await reader('global_pilote')
  await by(user, { name_en: 'Theirs already' }).then(async ({ id }) => {
    await longAgo()
    await world.pilot.put(`/remediation/${id}`, { priority: 80 })
  })
  await world.action({ manager: user.memberId, name_en: 'Own idea', target_date: dayFromNow(9) }, user)
  expect(await digest('daily')).toEqual([])
  const handed = await by(await reader(), { name_en: 'Handed over' })
  await longAgo()
  await world.pilot.put(`/remediation/${handed.id}`, { manager: user.memberId })
  expect((await digest('daily')).map(({ text }) => /Newly assigned\n- .*Handed over/.test(text))).toEqual([true])
})

test('a group is told of what it holds; a task of an action is told to whom it is given', async () => {
  const [one, two, worker] = [await reader(), await reader(), await reader()]
  const group = objectOf(await world.pilot.post('/group', { name: 'Firewall team', members: [one.memberId, two.memberId] })).id as number
  await world.action({ name_en: 'For the team', group, target_date: dayFromNow(9) })
  await world.action({
    name_en: 'Managed',
    manager: world.pilot.memberId,
    target_date: dayFromNow(9),
    tasks: [{ name: 'Order parts', manager: worker.memberId, target_date: dayFromNow(0) }],
  })
  const mails = await digest('daily')
  expect(mails.map(({ to_address }) => to_address)).toEqual([one.email, two.email, worker.email].toSorted())
  expect(mails.find(({ to_address }) => to_address === one.email)?.text).toContain('For the team')
  expect(mails.some(({ text, to_address }) => to_address !== worker.email && text.includes('Managed'))).toBe(false)
  expect(mails.find(({ to_address }) => to_address === worker.email)?.text).toMatch(/Due today\n- \S+ · Managed/)
})

test('local pilots are told nothing of what they may not read', async () => {
  const local = await reader('local_pilote', { perimeterIds: [world.lyon] })
  await by(local, { name_en: 'Within reach', perimeter: world.lyon })
  await by(local, { name_en: 'Out of reach', perimeter: world.nantes })
  const [mail] = await digest('weekly')
  expect(mail?.text).toContain('Within reach')
  expect(mail?.text).not.toContain('Out of reach')
})

test('a long list names fifteen and counts the others', async () => {
  const user = await reader()
  for (let i = 0; i < 17; i += 1) await by(user)
  const [mail] = await digest('weekly')
  expect(mail?.text.match(/ · Act/g)).toHaveLength(15)
  expect(mail?.text).toContain('and 2 more')
})

test('what is due and late is told in the product too, once, to who wants no mail as well; what was given, when it was', async () => {
  const user = await reader()
  const late = await by(user, { name_en: 'Late since', target_date: dayFromNow(-1) })
  const due = await by(user, { name_en: 'Due', target_date: dayFromNow(0) })
  const readNotifications = async () =>
    ((await user.get('/notification')).body.objects as unknown as { kind: string; object: { id: number } }[]).map(({ kind, object }) => [kind, object.id])
  const given = [
    ['assigned', due.id],
    ['assigned', late.id],
  ]
  expect(await readNotifications()).toEqual(given)
  await inCustomer(`update member set daily_notifications = false where id = ${user.memberId}`)
  for (const run of [1, 2]) {
    await world.app.db.transaction(world.customer, async (tx) => {
      tx.act(systemWho(world.customer, 'test', String(run)))
      tx.enqueue({ name: 'digest.daily', data: {} })
    })
    await world.app.jobs()
  }
  expect(new Set(await readNotifications())).toEqual(new Set([...given, ['due_soon', due.id], ['late', late.id]]))
})
