/** What a transaction changes twice it changes in one moment: what stood between lasted no time, and must not keep anybody from changing it later. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let customer: number
let root: number
beforeAll(async () => {
  app = await testApp()
  ;({ id: customer, root } = await app.customer())
  pilot = await app.member(customer, 'global_pilote')
})
afterAll(() => app.close())

const action = resourceOf(resources, 'remediation')
const grant = (tx: Tx, verb: 'create' | 'update' | 'delete') => authorize(tx.who, action.def.rights[verb] ?? 'session')
const onDay = <T>(day: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction(
    customer,
    (tx) => {
      tx.act({ ...systemWho(customer, 'test', 'same-moment'), memberId: pilot.memberId })
      return work(tx)
    },
    { at: new Date(Date.UTC(2026, 2, day, 9)), background: true },
  )
const change = (tx: Tx, id: number, changes: Changes) => updateRow(tx, grant(tx, 'update'), action, resources, id, changes)

test('children and links that one transaction changes again and again are changed and removed on another day, and history holds what lasted', async () => {
  const label = await onDay(
    1,
    async (tx) => (await createRow(tx, authorize(tx.who, 'label.write'), resourceOf(resources, 'label'), resources, { name_en: 'Red', color: '#aa0000' })).id,
  )
  const plan = await onDay(
    1,
    async (tx) => (await createRow(tx, authorize(tx.who, 'program.write'), resourceOf(resources, 'program'), resources, { name_en: 'Plan' })).id,
  )
  const { id } = await onDay(2, (tx) =>
    createRow(tx, grant(tx, 'create'), action, resources, { name_en: 'Act', program: plan, perimeter: root, labels: [label], tasks: [{ name: 'First' }] }),
  )
  const [task] = await onDay(2, (tx) =>
    tx.runText<{ id: number }>('select id from remediation__tasks where customer_id = $1 and owner_id = $2', [customer, id]),
  )
  const named = (name: string) => ({ tasks: [{ id: task?.id, name }] })
  await onDay(3, async (tx) => {
    await change(tx, id, { ...named('Second'), labels: [] })
    await change(tx, id, { ...named('Third'), labels: [label] })
    await change(tx, id, { ...named('Fourth'), labels: [] })
    await change(tx, id, { labels: [label] })
  })
  await onDay(4, (tx) => change(tx, id, { ...named('Fifth'), labels: [] }))
  const versions = await onDay(5, (tx) =>
    tx.runText<{ name: string; days: string }>(
      `select name, to_char(valid_from, 'DD') || '-' || to_char(valid_to, 'DD') as days from remediation__tasks_history where customer_id = $1 and owner_id = $2 order by valid_from`,
      [customer, id],
    ),
  )
  expect(versions.map(({ name, days }) => `${name} ${days}`)).toEqual(['First 02-03', 'Fourth 03-04'])
  await onDay(6, (tx) => removeRow(tx, grant(tx, 'delete'), action, resources, id))
  expect(await onDay(7, (tx) => tx.runText('select 1 from remediation where customer_id = $1 and id = $2', [customer, id]))).toEqual([])
})
