import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field } from '#kit/contract/field.ts'
import { assignmentAsks } from '#kit/contract/register.ts'
import { roles, type Right, type Role } from '#kit/contract/right.ts'
import { assigneeEntities, isAssignee } from '#kit/server/data/people/assignees.ts'
import { createSample, sampleBody, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { resources, rights } from '#app/server/registry.ts'
import type { Answer, Person, TestApp } from '#app/test/worlds/test-app.ts'

interface Assignee {
  readonly def: EntityDef
  /** In owned rows too: `tasks.manager`. */
  readonly path: string
  readonly field: Field
}

/** Every field by which a row is given to people or groups, of the entity itself and of what it owns. */
const assignees: readonly Assignee[] = [...resources.values()]
  .flatMap(({ def }) =>
    Object.entries(def.fields).flatMap(([name, field]) => [
      { def, path: name, field },
      ...Object.entries(field.options.by === 'server' ? {} : (field.options.fields ?? {})).map(([child, own]) => ({
        def,
        path: `${name}.${child}`,
        field: own,
      })),
    ]),
  )
  .filter(({ field: { options } }) => isAssignee(options.entity ?? '') && options.by !== 'server' && !options.derived)
const given = assignees.filter(({ field }) => field.options.asks)
const registers = [...resources.values()].flatMap(({ def }) => (assignmentAsks(def) ? [def] : []))

/** Fields that make something known and ask nobody for anything. */
const knowing = [
  'absence.member',
  'absence.stand_in',
  'auth_config.sandbox_users',
  'business_value.owner',
  'dashboard.users_with_access.user',
  'exemption.requester',
  'group.members',
  'incident.told',
  'job_function.holders.member',
  'management_review.chair',
  'management_review.participants',
  'supporting_asset.owner',
]

const lack = (right: Right): Role[] => roles.filter((role) => !rights[right]?.includes(role))
const messages = {
  member: 'The role of this user does not let them do what this asks of them: choose somebody else',
  group: 'Nobody in this group has a role that lets them do what this asks of them: choose another one',
}

let app: TestApp
let pilot: Person
let ids: Ids
/** Somebody of each role, and a group of theirs alone. */
const of = new Map<Role, Record<(typeof assigneeEntities)[number], number>>()
const named = (role: Role, entity: string): number => of.get(role)?.[entity as 'member'] ?? 0

let words = 0
const word = () => `A${(words += 1)}x`
/** What a row cannot hold beside the field. */
const aside = ({ name }: EntityDef, path: string): Record<string, null> =>
  Object.fromEntries(
    (resources.get(name)?.oneOf ?? []).flatMap((pair) => (pair.includes(path) ? pair.filter((one) => one !== path).map((one) => [one, null]) : [])),
  )

const made = ({ body }: Answer): number => {
  if (!body.ok) throw new Error(JSON.stringify(body))
  return body.object.id
}

beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  for (const role of roles) {
    const { memberId } = await app.member(pilot.customerId, role)
    of.set(role, { member: memberId, group: made(await pilot.post('/group', { name: `All ${role}`.replace('_', ' '), members: [memberId] })) })
  }
})
afterAll(() => app.close())

test('a field by which a row is given to somebody says what right that asks for, unless it only makes known', () => {
  expect(
    assignees
      .filter(({ field }) => !field.options.asks)
      .map(({ def, path }) => `${def.name}.${path}`)
      .toSorted(),
  ).toEqual(knowing)
  for (const { def, path, field } of given) expect(rights, `${def.name}.${path}`).toHaveProperty([field.options.asks ?? ''])
  for (const def of registers) expect(rights, def.name).toHaveProperty([assignmentAsks(def) ?? ''])
  // Auditors look, whatever it is; what is only read, such as a report that is sent, is theirs too.
  for (const right of given.map(({ field }) => field.options.asks as Right).filter((right) => !right.endsWith('.read')))
    expect(lack(right), right).toEqual(expect.arrayContaining(['global_auditor', 'local_auditor']))
})

describe.each([...Map.groupBy(given, ({ def }) => def)].map(([def, fields]) => [def.name, def, fields] as const))('%s', (name, def, fields) => {
  test.each(fields.map(({ path, field }) => [path, field] as const))(
    'gives %s to nobody who may only read, and offers nobody whom it refuses',
    async (path, { kind, options }) => {
      const { entity = '', asks } = options
      const [list = path, child] = path.split('.')
      const holders = rights[asks as Right] ?? []
      const [known] = ids.get(name) ?? []
      // What cannot be made a second time is there already.
      const row =
        def.rights.create === null
          ? known
          : await createSample(pilot, def, { word: word(), ids }).then(
              ({ id }) => id,
              () => known,
            )
      const body = (role: Role) => {
        const value = kind === 'links' ? [named(role, entity)] : named(role, entity)
        if (child === undefined) return { ...aside(def, path), [path]: value }
        return { [list]: [{ ...sampleBody(def.fields[list]?.options.fields ?? {}, { word: word(), ids }), [child]: value }] }
      }
      for (const role of roles) {
        const { body: answered } = await pilot.put(`/${name}/${row}`, body(role))
        const refusal = answered.errors?.[child ? `${list}.0.${child}` : path]
        if (holders.includes(role)) expect(refusal, role).toBeUndefined()
        else expect(refusal, role).toEqual([messages[entity as 'member']])
      }
      const { body: offered } = await pilot.get(`/${entity}/options?limit=1000&asks=${asks}`)
      const found = new Set(offered.objects.map(({ id }: { id: number }) => id))
      expect(roles.filter((role) => found.has(named(role, entity)))).toEqual(holders)
    },
  )
})

describe.each(registers.map((def) => [def.name, def] as const))('%s', (name, def) => {
  test('is assigned to whoever may know of it, and the dialog offers nobody whom it refuses', async () => {
    const asks = assignmentAsks(def) ?? ''
    const holders = rights[asks as Right] ?? []
    const { id } = await createSample(pilot, def, { word: word(), ids })
    const assign = (members: readonly number[], groups: readonly number[]) => pilot.put(`/${name}/${id}/assignment`, { members, groups })
    for (const role of roles) {
      const { body } = await assign([named(role, 'member')], [named(role, 'group')])
      expect(body.errors, role).toEqual(holders.includes(role) ? undefined : { members: [messages.member], groups: [messages.group] })
    }
    for (const entity of assigneeEntities) {
      const { objects } = (await pilot.get(`/${entity}/options?limit=1000&asks=${asks}`)).body
      expect(roles.filter((role) => objects.some((one: { id: number }) => one.id === named(role, entity)))).toEqual(holders)
    }
  })
})

describe('an action', () => {
  const act = async (fields: object) =>
    made(await pilot.post('/remediation', { name_en: 'Act', program: ids.get('program')?.[0], perimeter: ids.get('perimeter')?.[0], ...fields }))
  /** Somebody who was given things, and may only read since. */
  async function demoted(give: (member: number) => Promise<number>): Promise<{ member: number; id: number }> {
    const { memberId: member } = await app.member(pilot.customerId, 'contributor')
    const id = await give(member)
    made(await pilot.put(`/member/${member}`, { roles: ['global_auditor'] }))
    return { member, id }
  }

  test('stays with whoever may only read since they got it, as long as that is not changed', async () => {
    const { member, id } = await demoted((manager) => act({ manager, tasks: [{ name: 'A step', manager }] }))
    const row = (await pilot.get(`/remediation/${id}`)).body.object
    const tasks = row.tasks.map((task: { id: number; name: string; manager: { id: number } }) => ({ id: task.id, name: task.name, manager: task.manager.id }))
    const put = async (body: object) => (await pilot.put(`/remediation/${id}`, body)).body.errors
    expect(await put({ name_en: 'Act on', manager: member, tasks })).toBeUndefined()
    expect(await put({ tasks: [...tasks, { name: 'Another', manager: member }] })).toEqual({ 'tasks.1.manager': [messages.member] })
    expect(await put({ manager: null })).toBeUndefined()
    expect(await put({ manager: member })).toEqual({ manager: [messages.member] })
  })

  test('is taken back from a change of many to whom it was, even if they may only read by now', async () => {
    const { member, id } = await demoted((manager) => act({ manager }))
    const { body } = await pilot.put('/remediation/bulk', { rows: [{ id }], changes: { manager: pilot.memberId } })
    expect((await pilot.put('/remediation/bulk', { rows: [{ id }], changes: { manager: member } })).status).toBe(400)
    expect((await pilot.post('/remediation/bulk/undo', { undo: body.object.undo })).status).toBe(200)
    expect((await pilot.get(`/remediation/${id}`)).body.object.manager.id).toBe(member)
  })

  test('is given to a group in which somebody may act, or which is still empty', async () => {
    const group = async (...members: Role[]) =>
      made(await pilot.post('/group', { name: `Team ${word()}`, members: members.map((role) => named(role, 'member')) }))
    const errors = async (...members: Role[]) => (await pilot.put(`/remediation/${id}`, { group: await group(...members) })).body.errors
    const id = await act({})
    expect(await errors('global_auditor', 'contributor')).toBeUndefined()
    expect(await errors()).toBeUndefined()
    expect(await errors('global_auditor', 'local_auditor')).toEqual({ group: [messages.group] })
  })
})

test('what somebody leaves behind goes to nobody who may only read, and is not offered to them', async () => {
  const { memberId } = await app.member(pilot.customerId, 'contributor')
  made(await pilot.post('/remediation', { name_en: 'Act', program: ids.get('program')?.[0], perimeter: ids.get('perimeter')?.[0], manager: memberId }))
  expect((await pilot.get(`/member/${memberId}/objects`)).body.asks).toEqual(['remediation.write'])
  const give = (role: Role) => pilot.post(`/member/${memberId}/reassign`, { to: named(role, 'member') })
  expect((await give('local_auditor')).body.errors).toEqual({ to: [messages.member] })
  expect((await give('contributor')).body.object.count).toBe(1)
})

test('the one list of groups and users holds those who could do what is asked, where that is said', async () => {
  for (const [query, those] of [
    ['', roles],
    ['&asks=remediation.write', rights['remediation.write']],
  ] as const) {
    const { objects } = (await pilot.get(`/user_group/users?limit=1000${query}`)).body as { objects: { obj_id: number; is_group: boolean }[] }
    for (const entity of assigneeEntities)
      expect(roles.filter((role) => objects.some((one) => one.obj_id === named(role, entity) && one.is_group === (entity === 'group')))).toEqual(those)
  }
  expect((await pilot.get('/user_group/users?asks=nothing.known')).status).toBe(400)
})

test('a picker asks for a right that something asks for, or is refused', async () => {
  const { status, body } = await pilot.get('/member/options?asks=nothing.known')
  expect([status, Object.keys(body.errors)]).toEqual([400, ['asks']])
  expect((await pilot.get('/member/options?asks=remediation.write,measure.write')).status).toBe(200)
  expect((await pilot.get('/perimeter/options?asks=remediation.write')).status).toBe(400)
})
