import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { inputKeys, type Field } from '#kit/contract/field.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { entityWords } from '#kit/web/i18n/entity-words.ts'
import { formatIn } from '#kit/web/i18n/format.ts'
import { startWords } from '#kit/web/i18n/start.ts'
import { registerCatalogues, showLanguage } from '#kit/web/i18n/store.ts'
import { wordsOf, type WordsOf } from '#kit/web/i18n/words.ts'
import { fieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { sayAction, sayChanges } from '#kit/web/resource/history-words.ts'
import '#areas/actions/web/presentation.tsx'
import '#areas/measures/web/presentation.tsx'
import '#areas/people/web/presentation.tsx'
import { draftCampaign, evaluationsOf } from '#tools/test/draft-campaign.ts'
import { sampleBody, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { catalogues, resources } from '#app/server/registry.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let ids: Ids
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  const all = catalogues as unknown as Record<string, Record<Language, Record<string, unknown>>>
  registerCatalogues(Object.fromEntries(Object.entries(all).map(([area, words]) => [area, (lang: Language) => Promise.resolve(words[lang])])))
  await startWords('en', Object.keys(all))
  ;({ app, pilot, ids } = await filledApp())
})
afterAll(async () => {
  await app.close()
  await showLanguage('en')
  vi.unstubAllGlobals()
})

const historyOf = async (entity: string, id: number | string, person = pilot) => (await person.get(`/${entity}/${id}/history`)).body.objects as HistoryEntry[]

/** Values that a field may have beside the one that samples give it. */
async function others({ kind, options }: Field): Promise<unknown[]> {
  if (options.by === 'server' || options.derived) return []
  if (kind === 'files') return [[(await pilot.upload('/file', 'alpha.txt', 'Alpha')).body.object.id]]
  if (kind === 'scale') return [75, 25, 1, 2, 3, 4, 5, 20, 40, 60, 80, 100]
  if (kind === 'ref_one_of') return (options.entities ?? []).map((entity) => ({ entity, id: ids.get(entity)?.[0] }))
  if (kind === 'choice') return [...(options.values ?? [])]
  if (kind === 'choices') return [options.values?.slice(0, 2)]
  if (kind === 'boolean') return [true, false]
  if (kind === 'date') return ['2026-02-02', '2030-02-02']
  if (kind === 'timestamp') return ['2026-02-02T10:00:00.000Z']
  if (kind === 'integer' || kind === 'decimal') return [Math.min(options.max ?? 75, 75)]
  if (kind === 'ref') return (ids.get(options.entity ?? '') ?? []).slice(0, 3)
  if (kind === 'links') return [(ids.get(options.entity ?? '') ?? []).slice(0, 2), []]
  return []
}

/** An entry as people read it: who did what, field by field. */
function describeEntry(def: EntityDef, entry: HistoryEntry, lang: Language): { action: string; lines: string[] } {
  const kit = wordsOf('kit')
  const contextOf = fieldContexts(def, {
    words: entityWords(wordsOf(def.area), kit, def.name),
    kit: kit as unknown as WordsOf<'kit'>,
    format: formatIn(lang, 'Europe/Paris'),
  })
  const lines = sayChanges(def, entry, contextOf).map(({ label, before, after, lines: own }) => `${label}: ${own?.join('; ') ?? `${before} → ${after}`}`)
  return { action: sayAction(def, entry, contextOf), lines }
}

/** What nobody but a programmer reads: keys, codes, ids, structures, dates as they are stored. Names of the catalogue of origin are made so. */
const raw = /[{}]|\[object|undefined|null|NaN|#\d+|\b[a-z]+_[a-z_]+\b|\b[A-Z]+_[A-Z_]+\b|\d{4}-\d{2}-\d{2}|(^|\W)(entities|record|fields)\.\w/
const plainly = (text: string) => text.replaceAll(/urn:\S+|https?:\/\/\S+|\S+@\S+|#[0-9a-f]{6}\b/g, '…')

async function inBoth(check: (lang: Language) => void): Promise<void> {
  for (const lang of languages) {
    await showLanguage(lang)
    check(lang)
  }
}

/** What is said of an object once it is over, and not before. */
const endings: Readonly<Record<string, (other: number) => object[]>> = {
  incident: (other) => [{ status: 'CLOSED', close_reason: 'DUPLICATE', duplicate_of: other, closed_on: '2026-02-02' }],
  exemption: () => [{ status: 'CLOSED', close_reason: 'WITHDRAWN', closed_on: '2026-02-02' }],
  gap: () => [
    { status: 'CLOSE', resolution_status: 'IGNORED', status_reason: 'Beta', review_date: '2030-02-02', closed_on: '2026-02-02' },
    { effect: 'EFFECTIVE', effect_checked_on: '2026-02-02', effect_comment: 'Beta' },
  ],
}

/** What becomes of an object only by rules of its own. */
async function more(entity: string, id: number | string): Promise<HistoryEntry[]> {
  const ok = async (answer: Promise<{ status: number; body: { object: { id: number } } }>) => {
    const { status, body } = await answer
    expect([status, body]).toEqual([200, body])
    return body.object
  }
  if (entity === 'measure') {
    await ok(pilot.put(`/measure/${id}`, { base_efficiency: 70, efficiency_reason: 'Alpha' }))
    await ok(pilot.put(`/measure/${id}`, { category: null }))
    return historyOf('measure', id)
  }
  const ending = endings[entity]
  if (ending) {
    const [first, ...rest] = ending(Number(ids.get(entity)?.at(-1)))
    await ok(pilot.put(`/${entity}/${id}`, first))
    for (const body of rest) await ok(pilot.put(`/${entity}/${id}`, body))
    return historyOf(entity, id)
  }
  if (entity !== 'remediation') return []
  const [measure] = ids.get('measure') as number[]
  await pilot.post(`/measure/${measure}/implement`, {})
  const perimeter = (await pilot.get(`/measure/${measure}`)).body.object.perimeter.id as number
  const file = await pilot.upload('/file', 'alpha.txt', 'Alpha')
  const { id: made } = await ok(
    pilot.post('/remediation', {
      name_en: 'Alpha',
      type: 'UPGRADE',
      program: ids.get('program')?.[0],
      perimeter,
      measure,
      impact: 20,
      proof_files: [file.body.object.id],
    }),
  )
  await ok(pilot.put(`/remediation/${made}`, { status: 'CANCELLED', status_reason: 'Alpha', defect: 'ACCEPTED' }))
  const wanted = async (name_en: string) =>
    (
      await ok(
        pilot.post('/measure', { name_en, perimeter, solution: (await ok(pilot.post('/solution', { name_en, category: ids.get('category')?.[0] }))).id }),
      )
    ).id
  const [second, third] = [await wanted('Alpha second'), await wanted('Alpha third')]
  const { id: built } = await ok(
    pilot.post('/remediation', { name_en: 'Alpha', type: 'BUILD', program: ids.get('program')?.[0], perimeter, measure: second, measures: [third] }),
  )
  return [...(await historyOf('remediation', made)), ...(await historyOf('remediation', built))]
}

/** Of a campaign of its own: the other one has changed by now, and whom it asks. */
async function anEvaluation(): Promise<number> {
  const { id } = await draftCampaign(pilot, [Number(ids.get('perimeter')?.[0])], { member: pilot.memberId })
  const [first] = await evaluationsOf(pilot, id)
  return first?.id ?? 0
}

const tally = { lines: 0, untold: [] as string[] }

test.each([...resources.values()].map(({ def }) => [def.name, def] as const))(
  'whatever happened to a %s is told in words, in both languages',
  async (entity, def) => {
    const id = entity === 'evaluation' ? await anEvaluation() : (ids.get(entity)?.[0] ?? 0)
    if (def.rights.update !== null) {
      const wanted = sampleBody(def.fields, { word: 'Beta', ids })
      // What is refused together may be taken one by one; some fields are not to be changed.
      if ((await pilot.put(`/${entity}/${id}`, wanted)).status !== 200)
        for (const [key, value] of Object.entries(wanted)) await pilot.put(`/${entity}/${id}`, { [key]: value })
      for (const [name, field] of Object.entries(def.fields)) for (const value of await others(field)) await pilot.put(`/${entity}/${id}`, { [name]: value })
    }
    const entries = [...(await historyOf(entity, id)), ...(await more(entity, id))]
    const changed = new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)))
    for (const [name, field] of Object.entries(def.fields)) {
      const keys = def.rights.update === null ? [] : inputKeys(name, field)
      if (keys.length > 0 && !keys.some((key) => changed.has(key))) tally.untold.push(`${entity}.${name}`)
    }
    await inBoth((lang) => {
      for (const entry of entries) {
        const { action, lines } = describeEntry(def, entry, lang)
        for (const text of [action, ...lines]) expect([lang, raw.exec(plainly(text))?.[0], text]).toEqual([lang, undefined, text])
        expect(action).not.toBe(entry.action)
        tally.lines += lines.length
      }
    })
  },
)

test('no field is left out of the history but those that nobody can change', () => {
  expect(tally.lines).toBeGreaterThan(400)
  // A formula names what there is, an indicator above others is of their kind and levels of its own go upwards, what is published or in place is not changed any more, an answer is held only while it waits for approval, metrics of a task are those that indicators of its measure are made of, an exemption is of a grouping that has perimeters, an asset depends on another one, estimates come in three ranges, a campaign of a project has no other source, an analysis is compared with one of the same perimeter, steps of a project are left one after the other, a telephone number has no letters, and what belongs to another kind of identity provider, or of scale, is not held by this one.
  expect(tally.untold).toEqual([
    'auth_config.metadata_url',
    'auth_config.x509_certificate',
    'auth_config.domains',
    'contact.phone',
    'scale.impact_levels',
    'scale.probability_levels',
    'scale.matrix',
    'indicator.formula',
    'indicator.parent',
    'indicator.bounds',
    'indicator.notes',
    'metric.formula',
    'supporting_asset.dependencies',
    'policy_version.notes',
    'control_group.parent',
    'control_group.identifier',
    'control.identifier',
    'policy_application.implementation_groups',
    'control_not_applicable.lineage_id',
    'occurrence.answer',
    'runtask.metrics',
    'exemption.tag',
    'risk.estimates',
    'campaign.project',
    'campaign.eval_scale',
    'campaign.levels',
    'risk_analysis.previous',
    'supplier.country',
    'supplier.code',
    'supplier.additional_code',
    'supplier.parent_code',
    'supplier.parent_country',
    'supplier.subcontractors',
    'supplier_service.licensed_activity',
    'supplier_service.provision_country',
    'supplier_service.storage_country',
    'supplier_service.processing_country',
    'supplier_contract.overarching',
    'supplier_contract.governing_country',
    'supplier_contract.currency',
    'isp_project.left_identification',
    'isp_project.left_classification',
    'isp_project.left_design',
    'isp_project.left_build',
    'isp_project.left_test',
    'isp_project.left_decision',
    'isp_project.left_production',
    'control_inclusion.lineage_id',
  ])
})

test('every action that the audit of an object may name has words of its own', async () => {
  const actions = await app.db.transaction(pilot.customerId, (tx) =>
    tx.runText<{ entity: string; action: string }>('select distinct entity, action from audit_log where customer_id = $1 and object_id is not null', [
      pilot.customerId,
    ]),
  )
  const known: Record<string, string[]> = {
    measure: ['implement', 'plan', 'unplan', 'discard', 'reset', 'serve', 'beneficiaries', 'accept_benefit', 'decline_benefit', 'compare', 'defect'],
    remediation: ['assign_me', 'link', 'unlink', 'reset', 'bulk_update', 'bulk_undo'],
    program: ['assign'],
    policy: ['publish', 'import', 'confirm_links'],
    policy_version: ['publish', 'supersede', 'fill'],
    policy_application: ['adopt'],
    control: ['solutions'],
    member: ['unlock', 'set_password', 'invite', 'mfa_reset', 'impersonate', 'stop_impersonation', 'single_sign_on'],
  }
  for (const { entity, action } of actions) known[entity] = [...(known[entity] ?? []), action]
  await inBoth((lang) => {
    const change = wordsOf('kit')('record.history_action.update')
    for (const [entity, actions] of Object.entries(known)) {
      const def = resources.get(entity)?.def
      if (!def) continue
      for (const action of actions)
        if (action !== 'update')
          expect([entity, action, describeEntry(def, { action, changes: [] } as unknown as HistoryEntry, lang).action]).not.toEqual([entity, action, change])
    }
  })
})

test('tasks are told one by one, with what changed of each, and nothing of those that stayed', async () => {
  const [id] = ids.get('remediation') as number[]
  const row = async () => (await pilot.get(`/remediation/${id}`)).body.object
  const tasks = [{ name: 'Write the rule' }, { name: 'Ask', manager: pilot.memberId, target_date: '2026-03-31' }, { name: 'Stay' }]
  expect((await pilot.put(`/remediation/${id}`, { tasks, labels: [] })).status).toBe(200)
  const [, ask, stay] = (await row()).tasks as { id: number }[]
  const next = [
    { id: ask?.id, name: 'Ask', manager: null, target_date: '2026-04-30', status: 'DONE', proof_url: null },
    { id: stay?.id, name: 'Stay', manager: null, target_date: null, status: 'TO_DO', proof_url: null },
    { name: 'Tell' },
  ]
  expect((await pilot.put(`/remediation/${id}`, { tasks: next })).status).toBe(200)
  const [entry] = await historyOf('remediation', id ?? 0)
  const def = resources.get('remediation')!.def
  await showLanguage('en')
  const name = (await pilot.get(`/member/${pilot.memberId}`)).body.object.name as string
  expect(describeEntry(def, entry!, 'en').lines).toEqual([
    `Tasks: Task “Write the rule”: removed; Task “Ask”: Manager ${name} → —, Target date 03/31/2026 → 04/30/2026, Status To do → Done; Task “Tell”: added`,
  ])
  await showLanguage('fr')
  expect(describeEntry(def, entry!, 'fr').lines[0]).toContain('Tâche «\u00a0Ask\u00a0»\u00a0: Responsable ')
  expect(describeEntry(def, entry!, 'fr').lines[0]).toMatch(/Échéance 31\/03\/2026 → 30\/04\/2026, Statut À faire → /)
  const again = (await row()).tasks as { id: number; name: string }[]
  expect((await pilot.put(`/remediation/${id}`, { tasks: again.toReversed().map(({ id: task, name: title }) => ({ id: task, name: title })) })).status).toBe(
    200,
  )
  const [moved] = await historyOf('remediation', id ?? 0)
  await showLanguage('en')
  expect(describeEntry(def, moved!, 'en').lines).toEqual(['Tasks: in another order'])
  expect((await pilot.put(`/remediation/${id}`, { tasks: again.toReversed().map(({ id: task, name: title }) => ({ id: task, name: title })) })).status).toBe(
    200,
  )
  expect((await historyOf('remediation', id ?? 0))[0]).toEqual(moved)
})

test('what is said of files is told in words, of an action and of each of its tasks', async () => {
  const [id] = ids.get('remediation') as number[]
  const upload = async (name: string) => (await pilot.upload('/file', name, name)).body.object.id as number
  const def = resources.get('remediation')!.def
  const put = async (body: object) => {
    expect((await pilot.put(`/remediation/${id}`, body)).status).toBe(200)
    const [entry] = await historyOf('remediation', id ?? 0)
    const lines = { en: [] as string[], fr: [] as string[] }
    await inBoth((lang) => {
      lines[lang] = describeEntry(def, entry!, lang).lines
    })
    return lines
  }
  const [report, photo] = [await upload('report.txt'), await upload('photo.txt')]
  await put({ attachments: [], tasks: [{ name: 'Ask' }] })
  expect((await put({ attachments: [report, { id: photo, comment: 'Before the works' }] })).en).toEqual([
    'Attachments: — → report.txt, photo.txt; comment on “photo.txt”: — → Before the works',
  ])
  const changed = await put({
    attachments: [
      { id: report, comment: 'Signed' },
      { id: photo, comment: null },
    ],
  })
  expect(changed.en).toEqual(['Attachments: comment on “report.txt”: — → Signed; comment on “photo.txt”: Before the works → —'])
  expect(changed.fr).toEqual([
    'Pièces jointes: commentaire sur «\u00a0report.txt\u00a0»\u00a0: — → Signed; commentaire sur «\u00a0photo.txt\u00a0»\u00a0: Before the works → —',
  ])
  const [task] = (await pilot.get(`/remediation/${id}`)).body.object.tasks as { id: number }[]
  const minutes = await upload('minutes.txt')
  expect((await put({ tasks: [{ id: task?.id, name: 'Ask', proof_files: [minutes] }] })).en).toContain('Tasks: Task “Ask”: Proof files — → minutes.txt')
  const noted = await put({ tasks: [{ id: task?.id, name: 'Ask', proof_files: [{ id: minutes, comment: 'Page 3' }] }] })
  expect(noted.en).toEqual(['Tasks: Task “Ask”: comment on “minutes.txt”: — → Page 3'])
  expect(noted.fr[0]).toMatch(/^Tâches: Tâche «\u00a0Ask\u00a0»\u00a0: commentaire sur «\u00a0minutes.txt\u00a0»\u00a0: — → Page 3$/)
  expect((await put({ tasks: [{ id: task?.id, name: 'Ask', proof_files: [] }] })).en).toContain('Tasks: Task “Ask”: Proof files minutes.txt → —')
  await showLanguage('en')
})

test('what was tied and is out of reach is counted, what is gone keeps its name, and files are named', async () => {
  const site = async (name_en: string) =>
    (await pilot.post('/perimeter', { name_en, parent: ids.get('perimeter')?.[1] ?? ids.get('perimeter')?.[0] })).body.object.id as number
  const [near, far] = [await site('Near'), await site('Far')]
  const local = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [near] })
  const plan = (await pilot.post('/program', { name_en: 'Shared plan', perimeters: [near, far] })).body.object.id as number
  const def = resources.get('program')!.def
  await showLanguage('en')
  const seen = async (person: Person) =>
    describeEntry(def, (await historyOf('program', plan, person))[0]!, 'en').lines.find((line) => line.startsWith('Perimeters'))
  expect(await seen(pilot)).toBe('Perimeters:  → Near, Far')
  expect(await seen(local)).toBe('Perimeters:  → Near, 1 hidden')

  const label = (await pilot.post('/label', { name_en: 'Fleeting' })).body.object.id as number
  const [action] = ids.get('remediation') as number[]
  const file = (await pilot.upload('/file', 'report.txt', 'text')).body.object.id as number
  expect((await pilot.put(`/remediation/${action}`, { labels: [label], attachments: [file] })).status).toBe(200)
  expect((await pilot.put(`/remediation/${action}`, { labels: [], attachments: [] })).status).toBe(200)
  expect((await pilot.delete(`/label/${label}`)).status).toBe(200)
  const remediation = resources.get('remediation')!.def
  expect(describeEntry(remediation, (await historyOf('remediation', action ?? 0))[0]!, 'en').lines).toEqual([
    'Labels: Fleeting → ',
    'Attachments: report.txt → ',
  ])
})
