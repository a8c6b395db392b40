/** What evidence does to scores: who proves what, told by name, and the same whichever way it came about. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { loadFacts } from './load-facts.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let plan: number
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  plan = await made('/program', { name_en: 'Plan' })
})
afterAll(() => app.close())

async function made(path: string, body: object): Promise<number> {
  const answer = await pilot.post(path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.object.id as number
}
let count = 0
const evidence = (fields: object = {}) =>
  made('/evidence', { name_en: `Evidence ${(count += 1)}`, url: `https://intranet.example/${count}`, effective_date: dayFromNow(-30), ...fields })
const finished = (measure: number, evidences: readonly number[], perimeter = golden.perimeter.A) =>
  made('/remediation', { name_en: 'Act', program: plan, perimeter, measure, evidences, status: 'FINISHED' })

const pathOf = ({ lineage, solution, measure, group, policy, perimeter: { A } }: GoldenCustomer) =>
  `OWN:${A}/POLICY:${policy}/GROUP:${-group.G1}/REQUIREMENT:${lineage.R2}/SOLUTION:${solution.S2}/MEASURE:${measure.M2}`
const explained = async (at: string, by = pilot): Promise<NamedExplanation> =>
  (await by.get(`/score/explanation?perimeter=${golden.perimeter.A}&scope=own&at=${encodeURIComponent(at)}`)).body.object
const proofs = (node: NamedExplanation) => (node.children ?? []).filter(({ kind }) => kind === 'EVIDENCE')

test('a measure is explained by the evidence that proves it and by what did until it ended, each by name; what may not be opened is counted', async () => {
  const at = pathOf(golden)
  const measureLine = async () => (await explained(at.slice(0, at.lastIndexOf('/')))).children?.find(({ kind }) => kind === 'MEASURE')
  expect(proofs(await explained(at))).toEqual([])
  const [ended, old] = [await evidence({ valid_until: dayFromNow(-2) }), await evidence({ effective_date: dayFromNow(-500) })]
  const action = await finished(golden.measure.M2, [ended, old])
  const { identifier } = (await pilot.get(`/evidence/${ended}`)).body.object
  // On the line of the measure already: it is declared, and why.
  expect((await measureLine())?.reasons).toContainEqual({ code: 'proof_ended', params: { to: dayFromNow(-2), evidence: identifier } })
  const proving = await evidence({ valid_until: dayFromNow(20) })
  await finished(golden.measure.M2, [proving])
  const lines = proofs(await explained(at))
  expect(lines.map(({ id, contribution, reasons }) => [id, contribution, reasons[0]?.code])).toEqual([
    [proving, 0, 'evidence_proves'],
    [ended, null, 'evidence_expired'],
    [old, null, 'evidence_aged'],
  ])
  expect(lines[0]).toMatchObject({ label: { name: 'Evidence 3' }, reasons: [{ params: { from: dayFromNow(-30), to: dayFromNow(20) } }] })
  expect((await measureLine())?.reasons.map(({ code }) => code)).toContain('proven')
  // What would go with it, in which score.
  const usage = (await pilot.get(`/evidence/${proving}/usage`)).body.object
  expect(usage).toMatchObject({ actions: { count: 1 }, measures: { count: 1 }, alone: 1, shared: 0, scores: [{ id: golden.perimeter.A }] })
  const share = async () => {
    const { score } = (await pilot.get(`/score?perimeter=${golden.perimeter.A}&scope=own`)).body.object
    return score.proven_share * score.performance
  }
  const before = await share()
  expect((await pilot.put(`/evidence/${proving}`, { valid_until: dayFromNow(-1) })).status).toBe(200)
  expect(before - (await share())).toBeCloseTo(usage.scores[0].points, 3)
  expect((await pilot.put(`/evidence/${proving}`, { valid_until: dayFromNow(20), change_reason: 'Again' })).status).toBe(200)
  // An action of another measure proves nothing here, nor does one that is open again.
  expect((await pilot.put(`/remediation/${action}`, { status: 'ONGOING', target_date: dayFromNow(9), status_reason: 'Again' })).status).toBe(200)
  expect(proofs(await explained(at)).map(({ id }) => id)).toEqual([proving])
})

test('of evidence out of reach only the number is told', async () => {
  const { B } = golden.perimeter
  const local = await app.member(golden.id, 'local_auditor', { perimeterIds: [B] })
  // Of the whole organisation, shown by an action of A for a measure of B.
  const id = await made('/remediation', { name_en: 'Act', program: plan, perimeter: golden.perimeter.A, evidences: [await evidence()], status: 'FINISHED' })
  await golden.as(async (tx) => {
    await tx.run(sql`insert into remediation__measures (customer_id, owner_id, target_id) values (${tx.customerId}, ${id}, ${golden.measure.M4})`)
    tx.audit({ entity: 'remediation', object_id: id, action: 'update' })
  })
  const { lineage, solution, measure, group, policy } = golden
  const at = `OWN:${B}/POLICY:${policy}/GROUP:${-group.G2}/REQUIREMENT:${lineage.R4}/SOLUTION:${solution.S4}/MEASURE:${measure.M4}`
  const read = async (by: Person) =>
    proofs((await by.get(`/score/explanation?perimeter=${B}&scope=own&at=${encodeURIComponent(at)}`)).body.object).map(({ id, label, reasons }) => [
      id,
      label?.name,
      reasons[0]?.code,
    ])
  expect(await read(pilot)).toMatchObject([[expect.any(Number), 'Evidence 4', 'evidence_proves']])
  expect(await read(local)).toEqual([[null, undefined, 'evidence_hidden']])
})

/** One step of a story about two evidences and two finished actions. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constantFrom('attach' as const, 'detach' as const), evidence: fc.nat(1), action: fc.nat(1) }),
  fc.record({ kind: fc.constant('date' as const), evidence: fc.nat(1), days: fc.constantFrom(-400, -366, -364, -10, 0) }),
  fc.record({ kind: fc.constant('expire' as const), evidence: fc.nat(1), until: fc.constantFrom(null, -5, -1, 0, 30) }),
  fc.record({ kind: fc.constant('revise' as const), evidence: fc.nat(1) }),
)

test('however evidence comes, goes, ends and is revised, the proven share is that which is computed from nothing', async () => {
  const story = await goldenCustomer(app)
  const by = story.pilot
  const write = async (path: string, body: object): Promise<number> => (await by.post(path, body)).body.object.id as number
  const program = await write('/program', { name_en: 'Plan' })
  // Always shown, so that a finished action is never without a proof; too old to prove.
  const first = await write('/evidence', { name_en: 'Old', url: 'https://intranet.example/old', effective_date: dayFromNow(-900) })
  const measures = [story.measure.M2, story.measure.M4]
  const places = [story.perimeter.A, story.perimeter.B]
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 10 }), async (steps) => {
      const held = [0, 1].map(() => ({ id: 0, from: -30, until: null as number | null }))
      const shown = [new Set<number>(), new Set<number>()]
      const actions: number[] = []
      for (const [n, one] of held.entries())
        one.id = await write('/evidence', { name_en: `E${n}`, url: `https://intranet.example/${(count += 1)}`, effective_date: dayFromNow(-30) })
      for (const [n, measure] of measures.entries())
        actions.push(await write('/remediation', { name_en: 'Act', program, perimeter: places[n], measure, evidences: [first], status: 'FINISHED' }))
      for (const step of steps) {
        const one = held[step.evidence] as (typeof held)[number]
        if ('action' in step) {
          const of = shown[step.action] as Set<number>
          of[step.kind === 'attach' ? 'add' : 'delete'](step.evidence)
          const evidences = [first, ...[...of].map((n) => held[n]?.id)]
          expect((await by.put(`/remediation/${actions[step.action]}`, { evidences })).status).toBe(200)
        } else if (step.kind === 'revise') expect((await by.put(`/evidence/${one.id}`, { url: `https://intranet.example/${(count += 1)}` })).status).toBe(200)
        else {
          const next = step.kind === 'date' ? { ...one, from: step.days } : { ...one, until: step.until }
          const refused = next.until !== null && next.until < next.from
          const dates = { effective_date: dayFromNow(next.from), valid_until: next.until === null ? null : dayFromNow(next.until), change_reason: 'Because' }
          expect((await by.put(`/evidence/${one.id}`, dates)).status).toBe(refused ? 400 : 200)
          if (!refused) Object.assign(one, next)
        }
        const proven = measures.map((_, n) =>
          [...(shown[n] ?? [])].some((at) => {
            const { from = 0, until = null } = held[at] ?? {}
            return from >= -364 && (until === null || until >= 0)
          }),
        )
        const scratch = await story.as(async (tx) => computeScores(await loadFacts(tx, tx.today)))
        expect(measures.map((id) => scratch.measures.get(id)?.proven)).toEqual(proven)
        const { score } = (await by.get(`/score?perimeter=${story.perimeter.A}`)).body.object
        const { performance, proven: points } = scratch.consolidated.get(story.perimeter.A)?.eased ?? { performance: 0, proven: 0 }
        expect(score.proven_share).toBeCloseTo(points / performance, 6)
      }
      for (const id of actions) expect((await by.delete(`/remediation/${id}`)).status).toBe(200)
    }),
    { numRuns: 8 },
  )
})
