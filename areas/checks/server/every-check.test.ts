import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import type { Checks } from '#areas/checks/contract/calls.ts'
import { makeWorld, type World } from '#tools/test/actions-world.ts'
import { text, type Example, type Insert, type Values } from '#tools/test/check-example.ts'
import { checkExamples } from '#tools/test/check-examples.ts'

let world: World
let owner: pg.Client
const ids: Record<string, number> = {}
let examples: Readonly<Record<string, Example>>
let next = 1000

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  ids.model = await world.solution()
  ids.archived = await insert('perimeter', { identifier: "'OLD'", name_en: "'Old site'", parent_id: world.root, archived: 'true' })
  ids.gone = await insert('member', { email: "'gone@example.org'", firstname: "'G'", lastname: "'One'", disabled: 'true' })
  ids.evidence = await insert('evidence', { identifier: "'EV-1'", name_en: "'Seen'", manager_id: world.pilot.memberId })
  ids.policy = await insert('policy', { identifier: "'P-1'", name_en: "'Applied'" })
  ids.version = await insert('policy_version', { policy_id: ids.policy, number: '1', status: "'PUBLISHED'" })
  ids.older = await insert('policy_version', { policy_id: ids.policy, number: '2', status: "'SUPERSEDED'" })
  ids.risks = await insert('risk_register', {
    identifier: "'RR-1'",
    name_en: "'Risks'",
    appetite: 2,
    scale_id: `(select id from scale where customer_id = ${world.customer} and type = 'risk' and is_default)`,
  })
  const supplier = (n: number, status = 'ACTIVE') =>
    insert('supplier', {
      identifier: text(`SUP-9${n}`),
      name_en: text(`Kept ${n}`),
      parent_id: world.lyon,
      perimeter_id: 300_000 + n,
      status: text(status),
      criticality: text('LOW'),
    })
  ids.supplier = await supplier(1)
  ids.ended = await supplier(2, 'ENDED')
  ids.alone = await supplier(3)
  ids.register = await insert('gap_register', { identifier: "'R-1'", name_en: "'Audit'" })
  await owner.query('update policy set current_version_id = $2 where id = $1', [ids.policy, ids.version])
  examples = checkExamples({ world, owner, ids, insert })
  await insert('policy_application', { policy_id: ids.policy, policy_version_id: ids.version, perimeter_id: world.nantes })
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})

/** Written as the owner, past all that would keep such rows from being. */
const insert: Insert = async (table, values) => {
  const names = Object.keys(values)
  const key = [
    'remediation__evidences',
    'remediation__tasks',
    'exemption__actions',
    'gap__actions',
    'risk__actions',
    'control_solution',
    'measure_beneficiary',
    'member_sign_in',
    'comment',
    'measure_likeness',
    'supplier_contract__services',
  ].includes(table)
  const { rows } = await owner.query<{ id: string }>(
    `insert into ${table} (customer_id, ${names.join(', ')}) values (${world.customer}, ${Object.values(values).join(', ')}) returning ${key ? 'customer_id as id' : 'id'}`,
  )
  return Number(rows[0]?.id)
}

const found = async (entity: string, word: string, by = world.pilot): Promise<number[]> => {
  const { status, body } = await by.post(`/${entity}/page`, { queryParams: { filters: [{ name: 'findings', selected_options: [word] }], per_page: 500 } })
  expect([status, body.message]).toEqual([200, undefined])
  return (body.objects as { id: number }[]).map(({ id }) => id)
}
const counted = async (entity: string, word: string): Promise<number | undefined> =>
  ((await world.pilot.get('/check')).body.object as Checks).lines.find((line) => line.entity === entity && line.word === word)?.found

const declared = [...resources.values()].flatMap(({ checks }) => Object.values(checks?.declared ?? {}).map(({ name }) => name))

describe('each check finds what it says and leaves what is next to it', () => {
  test.each(declared.filter((name) => name !== 'measure.SAME_AS_ANOTHER'))('%s', async (name) => {
    const [entity = '', word = ''] = name.split('.')
    const example = examples[name] as Example
    const make = async (values: Values, isFound: boolean) => {
      next += 1
      const id = await insert(entity, { ...example.of(next), ...values })
      await example.with?.(id, isFound)
      return id
    }
    const hit = await make(example.found, true)
    const misses = []
    for (const values of example.not) misses.push(await make(values, false))
    const rows = await found(entity, word)
    expect(rows).toContain(hit)
    expect(misses.filter((id) => rows.includes(id))).toEqual([])
    expect(await counted(entity, word)).toBe(rows.length)
  })

  test('measures that are called alike in one perimeter, once the night has looked for them', async () => {
    const make = (name: string, more: Values = {}) => {
      next += 1
      return insert('measure', { identifier: text(`M-${next}`), solution_id: next, perimeter_id: world.lyon, name_en: text(name), ...more })
    }
    const [first, second] = [await make('Offline backups'), await make('Offline backup')]
    const others = [
      await make('Offline backups', { perimeter_id: world.nantes }),
      await make('Awareness training'),
      await make('Offline backup plan', { decision: text('DISCARDED') }),
    ]
    const before = await found('measure', 'SAME_AS_ANOTHER')
    expect(before).not.toContain(first)
    await night()
    const rows = await found('measure', 'SAME_AS_ANOTHER')
    expect(rows).toEqual(expect.arrayContaining([first, second]))
    expect(others.filter((id) => rows.includes(id))).toEqual([])
    // A name that was mended is looked at at once.
    await world.pilot.put(`/measure/${second}`, { name_en: 'Two copies far away' })
    expect(await found('measure', 'SAME_AS_ANOTHER')).not.toContain(first)
  })

  test('every declared check has its examples', () => {
    expect(Object.keys(examples).concat('measure.SAME_AS_ANOTHER').toSorted()).toEqual(declared.toSorted())
    expect(declared.length).toBeGreaterThanOrEqual(25)
  })
})

async function night() {
  await owner.query(
    `insert into scheduled_run (customer_id, job, next_at) values ($1, 'measure_likeness', moment() - interval '1 minute')
    on conflict (customer_id, job) do update set next_at = excluded.next_at`,
    [world.customer],
  )
  await world.app.queue.tick()
  await world.app.jobs()
}
