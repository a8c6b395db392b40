import { sql } from 'kysely'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { openDeduction, putControl, putExclusion } from '#areas/scores/server/index.ts'
import { dayFromNow } from './day-from-now.ts'

/** The worked example in a customer of its own, by the names of the example. */
export interface GoldenCustomer {
  readonly id: number
  readonly pilot: Person
  readonly perimeter: { readonly A: number; readonly B: number }
  readonly policy: number
  readonly grouping: number
  readonly lineage: Readonly<Record<'R1' | 'R2' | 'R3' | 'R4' | 'R5', number>>
  readonly group: Readonly<Record<'G1' | 'G2', number>>
  readonly solution: Readonly<Record<'S1' | 'S2' | 'S3' | 'S4', number>>
  readonly measure: Readonly<Record<'M1' | 'M2' | 'M3' | 'M4', number>>
  /** Runs work as the system of the customer. */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The improvement action on M2. */
export const ACTION = 9
/** The last day of A's exemption on R3. */
export const exemptedUntil = dayFromNow(30)

/** Builds the worked example of the scores: perimeters, grouping and "not applicable" by the API, the rest below it. */
export async function goldenCustomer(app: TestApp): Promise<GoldenCustomer> {
  const { id, root: A } = await app.customer()
  const pilot = await app.member(id, 'global_pilote')
  const made = async (path: string, body: object): Promise<number> => {
    const { body: answer } = await pilot.post(path, body)
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.object.id as number
  }
  const B = await made('/perimeter', { name_en: 'Site B', parent: A, weight: 50 })
  const grouping = await made('/tag', { name_en: 'Sites', perimeters: [B] })
  // Its days are those of its members.
  const zone: string = (await pilot.get('/auth/check')).body.user.time_zone
  const as: GoldenCustomer['as'] = (work) =>
    app.db.transaction(id, async (tx) => {
      tx.act(systemWho(id, 'test', 'test', 'en', zone))
      return work(tx)
    })
  const rest = await as(async (tx) => {
    tx.audit({ entity: 'policy', object_id: null, action: 'create' })
    const { policy, lineage, group } = await writePolicy(tx, [A, B])
    const solution = await writeSolutions(tx, lineage)
    const measure = await writeMeasures(tx, solution, A, B)
    await openDeduction(tx, { measure: measure.M2, remediation: ACTION, points: 25, on: dayFromNow(-90) })
    const task = { kind: 'TASK', late: 0, stale: false, proven: true } as const
    await putControl(tx, { ...task, measure_id: measure.M1, source_id: 1, numerator: 8, denominator: 10 })
    await putControl(tx, { ...task, measure_id: measure.M3, source_id: 2, numerator: 5, denominator: 10 })
    await putControl(tx, { ...task, kind: 'INDICATOR', measure_id: measure.M3, source_id: 3, numerator: 54, denominator: 60 })
    await putExclusion(tx, {
      perimeter: A,
      lineage: lineage.R3,
      kind: 'EXEMPTION',
      source: 'exemption',
      source_id: 1,
      from: dayFromNow(-180),
      to: exemptedUntil,
    })
    return { policy, lineage, group, solution, measure }
  })
  await made('/control_not_applicable', { perimeter: B, lineage_id: rest.lineage.R5, justification: 'No such thing here' })
  await as((tx) => tx.run(sql`update requirement_exclusion set start_on = ${dayFromNow(-180)} where customer_id = ${id} and kind = 'NOT_APPLICABLE'`))
  return { id, pilot, perimeter: { A, B }, grouping, as, ...rest }
}

async function insert(tx: Tx, table: string, row: Record<string, unknown>): Promise<number> {
  const values = { customer_id: tx.customerId, ...row }
  const made = await tx.first(sql<{ id: number }>`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))}) returning id`)
  return made?.id ?? 0
}

async function writePolicy(tx: Tx, perimeters: readonly number[]): Promise<Pick<GoldenCustomer, 'policy' | 'lineage' | 'group'>> {
  const policy = await insert(tx, 'policy', { identifier: 'P', name_en: 'Policy P' })
  const version = await insert(tx, 'policy_version', { policy_id: policy, number: 1, status: 'PUBLISHED' })
  await tx.run(sql`update policy set current_version_id = ${version} where customer_id = ${tx.customerId} and id = ${policy}`)
  const groupOf = (identifier: string) => insert(tx, 'control_group', { policy_version_id: version, identifier, name_en: `Group ${identifier}` })
  const group = { G1: await groupOf('G1'), G2: await groupOf('G2') }
  const requirement = async (key: string, weight: number, of: number): Promise<number> => {
    const lineage_id = await insert(tx, 'control_lineage', { policy_id: policy, key })
    await insert(tx, 'control', { policy_version_id: version, control_group_id: of, lineage_id, identifier: key, name_en: `Requirement ${key}`, weight })
    return lineage_id
  }
  const lineage = {
    R1: await requirement('R1', 100, group.G1),
    R2: await requirement('R2', 50, group.G1),
    R3: await requirement('R3', 50, group.G1),
    R4: await requirement('R4', 100, group.G2),
    R5: await requirement('R5', 100, group.G2),
  }
  for (const perimeter_id of perimeters)
    await insert(tx, 'policy_application', { policy_id: policy, policy_version_id: version, perimeter_id, weight: 100, target_score: 75 })
  return { policy, lineage, group }
}

async function writeSolutions(tx: Tx, lineage: GoldenCustomer['lineage']): Promise<GoldenCustomer['solution']> {
  const model = (name: string) => insert(tx, 'solution', { identifier: name, name_en: `Solution ${name}` })
  const solution = { S1: await model('S1'), S2: await model('S2'), S3: await model('S3'), S4: await model('S4') }
  const links = [
    ['R1', 'S1', 100],
    ['R2', 'S1', 100],
    ['R2', 'S2', 100],
    ['R3', 'S3', 100],
    ['R4', 'S2', 60],
    ['R4', 'S4', 40],
  ] as const
  for (const [requirement, model, share] of links) {
    await tx.run(
      sql`insert into control_solution (customer_id, lineage_id, solution_id, share) values (${tx.customerId}, ${lineage[requirement]}, ${solution[model]}, ${share})`,
    )
  }
  return solution
}

async function writeMeasures(tx: Tx, solution: GoldenCustomer['solution'], A: number, B: number): Promise<GoldenCustomer['measure']> {
  const measure = (name: string, solution_id: number, perimeter_id: number) =>
    insert(tx, 'measure', { identifier: name, name_en: `Measure ${name}`, solution_id, perimeter_id, status: 'IMPLEMENTED' })
  const made = {
    M1: await measure('M1', solution.S1, A),
    M2: await measure('M2', solution.S2, A),
    M3: await measure('M3', solution.S2, B),
    M4: await measure('M4', solution.S4, B),
  }
  await tx.run(sql`insert into measure_beneficiary (customer_id, measure_id, perimeter_id, accepted) values (${tx.customerId}, ${made.M1}, ${B}, true)`)
  return made
}
