import { dayFromNow } from '#tools/test/day-from-now.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, Fields } from '#kit/contract/field.ts'
import { linkTargets } from '#kit/contract/link-targets.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import { keepProposal } from '#areas/assistants/server/index.ts'
import { resources } from '#app/server/registry.ts'
import type { Answer, Person, TestApp } from './test-app.ts'

/** Ids of one organisation's objects, by entity; files, exports and what else has no entity stand under names of their own. */
export type Ids = Map<string, (number | string)[]>

/** What it takes of a server to fill an organisation, beside somebody who calls it. */
type Filling = Pick<TestApp, 'db' | 'queue' | 'jobs'>

interface Given {
  readonly word: string
  /** What references point to. */
  readonly ids: Ids
}

/**
 * Gives an organisation at least one row of every entity and of everything that hangs on rows, all of them saying `word`. Throws when an entity
 * cannot be filled, so that a new one is not left out of the tests of isolation.
 */
export async function fillOrganisation(app: Filling, pilot: Person, word: string): Promise<Ids> {
  const ids: Ids = new Map()
  const given = { word, ids }
  await importLibrary(app, pilot, word)
  await learn(pilot, ids)
  for (const def of neededFirst()) {
    if (def.rights.create === null) continue
    // Requirements are written in drafts only, policies are applied once published.
    if (def.name === 'control_group') await draft(pilot, ids)
    const row = await createSample(pilot, def, given)
    ids.set(def.name, [...new Set([row.id, ...(ids.get(def.name) ?? [])])])
    if (def.name === 'control') await answerAndPublish(pilot, ids, row.lineage_id)
    if (def.name === 'measure') await serve(pilot, ids)
  }
  await end(pilot, given)
  await share(app, pilot, given)
  await learn(pilot, ids)
  await decorate(app, pilot, given)
  const empty = [...resources.keys()].filter((name) => !ids.get(name)?.length)
  if (empty.length > 0) throw new Error(`Nothing of ${empty.join(', ')}`)
  return ids
}

/** Every entity, after those of which its rows must name one: areas list theirs in any order. */
function neededFirst(): EntityDef[] {
  const known = new Set<string>()
  const visit = (name: string): EntityDef[] => {
    const def = resources.get(name)?.def
    if (!def || known.has(name)) return []
    known.add(name)
    const needed = Object.values(def.fields).filter(({ options }) => options.need === 'required')
    return [...needed.flatMap(linkTargets).flatMap(visit), def]
  }
  return [...resources.keys()].flatMap(visit)
}

const first = (ids: Ids, entity: string) => ids.get(entity)?.[0] as number

/** Adds every row that the pilot finds to the ids, after those that are known. */
async function learn(pilot: Person, ids: Ids): Promise<void> {
  for (const name of resources.keys()) {
    const found = ((await pilot.get(`/${name}?limit=100`)).body.objects ?? []) as { id: number }[]
    ids.set(name, [...new Set([...(ids.get(name) ?? []), ...found.map(({ id }) => id)])])
  }
}

async function must(answer: Promise<Answer>, what: string): Promise<Record<string, number | string>> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${what} is refused: ${JSON.stringify(body)}`)
  return body.object ?? {}
}

/** Days that may not have passed, whenever this runs. */
const stillToCome: Readonly<Record<string, object>> = {
  // On a policy, of a perimeter; the rest is asked otherwise.
  campaign: {
    questionnaire: undefined,
    tag: undefined,
    eval_scale: undefined,
    levels: undefined,
    target_level: undefined,
    metric_entry_date: dayFromNow(2),
    date_start: dayFromNow(3),
    limit_date_evaluation: dayFromNow(30),
    end_date: dayFromNow(31),
    limit_date_remediation: dayFromNow(60),
  },
  // One that its place reads.
  dashboard: { visibility: 'PUBLIC' },
  exemption: { start_date: dayFromNow(0), end_date: dayFromNow(30) },
  runtask: { start_date: `${dayFromNow(0).slice(0, 7)}-01`, end_date: dayFromNow(400), reminders: [{ days: 3 }] },
}

/** Creates a row with a value in every field; a field that is refused beside the others is left out, two times at most. */
export async function createSample(pilot: Person, def: EntityDef, given: Given): Promise<{ id: number; lineage_id: number }> {
  let body: Record<string, unknown> = { ...sampleBody(def.fields, given), ...stillToCome[def.name] }
  // A formula is read when it is written, and names what is there.
  if (def.name === 'indicator_model') body.formula = (await pilot.get('/metric_model?limit=1')).body.objects[0].identifier
  for (let attempt = 1; ; attempt += 1) {
    const answer = await pilot.post(`/${def.name}`, body)
    if (answer.status === 200) return answer.body.object
    // What an earlier row has brought along, such as the measure that a policy calls for, is there already.
    if (answer.status === 409) return (await pilot.get(`/${def.name}?limit=1`)).body.objects[0]
    const refused = Object.keys(answer.body.errors ?? {}).map((path) => path.split('.')[0] ?? '')
    if (attempt === 3 || refused.length === 0) throw new Error(`${def.name} is refused: ${JSON.stringify(answer.body)} for ${JSON.stringify(body)}`)
    body = Object.fromEntries(Object.entries(body).filter(([key]) => !refused.includes(key)))
  }
}

/** A body that fills every field that a form has. */
export function sampleBody(fields: Fields, given: Given): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.options.by === 'server' || field.options.derived) return []
      // A lineage is no entity, so its field is a number.
      const value = name === 'lineage_id' ? given.ids.get('lineage')?.[0] : sampleValue(field, given)
      if (value === undefined) return []
      return field.kind === 'localized'
        ? [
            [`${name}_en`, value],
            [`${name}_fr`, value],
          ]
        : [[name, value]]
    }),
  )
}

let count = 0

function sampleValue({ kind, options }: Field, { word, ids }: Given): unknown {
  count += 1
  const known = ids.get(options.entity ?? '')?.[0]
  switch (kind) {
    case 'identifier':
      return `${word}${count}`.slice(0, options.max ?? 10)
    case 'text':
    case 'localized':
    case 'markdown':
      return `${word} ${count}`.slice(0, options.max)
    case 'email':
      return `${word}${count}@${word}.example`
    case 'url':
      return `https://${word}.example/${count}`
    case 'date':
      return '2026-01-15'
    case 'color':
      return '#336699'
    case 'choice':
      return options.default ?? options.values?.[0]
    case 'choices':
      return options.values?.slice(0, 1)
    case 'ref':
      // Which kind of scale it takes, its area says: the default one is.
      return options.entity === 'scale' ? undefined : known
    case 'links':
      return known === undefined ? undefined : [known]
    case 'ref_one_of':
      return options.entities?.flatMap((entity) => (ids.has(entity) ? [{ entity, id: ids.get(entity)?.[0] }] : []))[0]
    case 'rows':
      // Numbers differ from row to row, in case they must.
      return Array.from({ length: options.min ?? 1 }, (_, n) => numbered(sampleBody(options.fields ?? {}, { word, ids }), n))
    case 'decimal':
      // Those that may be left out stay so.
      return options.need === 'required' ? Math.max(options.min ?? 1, 1) : undefined
    case 'integer':
      return options.default === undefined && options.entity === undefined ? Math.max(options.min ?? 1, 1) : undefined
    default:
      return undefined
  }
}

const numbered = (body: Record<string, unknown>, by: number) =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key, typeof value === 'number' && by > 0 ? value + by : value]))

const urn = (word: string, kind: string, rest: string) => `urn:${word.toLowerCase()}:risk:${kind}:${rest}`

/** What only an import makes: matrices, questions, mappings, and a policy with its version. */
async function importLibrary(app: Filling, pilot: Person, word: string): Promise<void> {
  const node = (n: number) => urn(word, 'req_node', `x:${n}`)
  const level = (id: number) => ({ id, name: `${word} level ${id}`, hexcolor: '#00ff00' })
  const content = JSON.stringify({
    urn: urn(word, 'library', 'x'),
    locale: 'en',
    ref_id: 'X',
    name: `${word} library`,
    description: word,
    provider: word,
    packager: word,
    version: 1,
    objects: {
      framework: {
        urn: urn(word, 'framework', 'x'),
        ref_id: 'X-1',
        name: `${word} framework`,
        requirement_nodes: [1, 2].map((n) => ({
          urn: node(n),
          ref_id: `${n}`,
          depth: 1,
          assessable: true,
          name: `${word} requirement ${n}`,
          reference_controls: [urn(word, 'function', 'x')],
          questions: {
            [urn(word, 'question', `${n}`)]: { type: 'unique_choice', text: `${word}?`, choices: [{ urn: urn(word, 'choice', `${n}`), value: `${word} yes` }] },
          },
        })),
      },
      reference_controls: [{ urn: urn(word, 'function', 'x'), ref_id: 'C', name: `${word} control` }],
      threats: [{ urn: urn(word, 'threat', 'x'), ref_id: 'T', name: `${word} threat` }],
      requirement_mapping_sets: [
        {
          urn: urn(word, 'req_mapping_set', 'x'),
          ref_id: 'X',
          name: `${word} mapping`,
          source_framework_urn: urn(word, 'framework', 'x'),
          target_framework_urn: urn(word, 'framework', 'x'),
          requirement_mappings: [{ source_requirement_urn: node(1), target_requirement_urn: node(2), relationship: 'equal' }],
        },
      ],
      risk_matrix: [
        {
          urn: urn(word, 'matrix', 'x'),
          ref_id: 'M',
          name: `${word} matrix`,
          description: word,
          probability: [level(0)],
          impact: [level(0)],
          risk: [level(0)],
          grid: [[0]],
        },
      ],
    },
  })
  await must(pilot.upload('/library/import', `${word}.yaml`, content), 'the library')
  await app.jobs()
}

/** The draft of the policy that was created by hand comes first, so that requirements are written there. */
async function draft(pilot: Person, ids: Ids): Promise<void> {
  const { body } = await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'status', selected_options: ['DRAFT'] }] } })
  ids.set('policy_version', [body.objects[0].id, ...(ids.get('policy_version') ?? [])])
}

async function answerAndPublish(pilot: Person, ids: Ids, lineage: number): Promise<void> {
  await must(pilot.put(`/control/${first(ids, 'control')}/solutions`, { solutions: [{ solution: first(ids, 'solution') }] }), 'the link')
  await must(pilot.post(`/policy_version/${first(ids, 'policy_version')}/publish`), 'the version')
  ids.set('lineage', [lineage])
}

/** An action of an incident that ends, so that somebody is to look at what comes of it. */
async function end(pilot: Person, { word, ids }: Given): Promise<void> {
  const [program, perimeter, incident] = ['program', 'perimeter', 'incident'].map((entity) => first(ids, entity))
  const body = { name_en: `${word} done`, program, perimeter, source_object: { entity: 'incident', id: incident } }
  const action = await must(pilot.post('/remediation', body), 'the action of the incident')
  const proofs = [{ name: word, url: `https://${word}.example/done` }]
  await must(pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', proofs }), 'its end')
}

/** A dashboard that is published and opens by a link; a key with which a program comes in, and where one hears what happens. */
async function share(app: Filling, pilot: Person, { word, ids }: Given): Promise<void> {
  const id = first(ids, 'dashboard')
  const layout = { sections: [{ id: 'section1', title_en: word, blocks: [{ id: 'block001', type: 'TEXT', title_en: word, text_en: word, text_fr: word }] }] }
  await must(pilot.put(`/dashboard/${id}/draft`, { version: 1, layout }), 'the draft')
  await must(pilot.post(`/dashboard/${id}/publish`, { version: 2, note: word }), 'the published dashboard')
  await app.jobs()
  await must(pilot.post(`/dashboard/${id}/share`, { name: word }), 'the link')
  const key = await must(pilot.post('/api_key', { name: word, read: ['actions'], perimeters: [first(ids, 'perimeter')] }), 'the key')
  const proposal = await app.db.transaction(pilot.customerId, async (tx) => {
    tx.act(systemWho(pilot.customerId, 'test', 'test'))
    const wanted = [{ type: { resource: resourceOf(resources, 'remediation') }, id: first(ids, 'remediation'), changes: { name_en: word } }]
    return keepProposal(tx, Number(key.id), { title: word, reason: word, wanted }, [1])
  })
  ids.set('proposal', [proposal])
  const hook = await must(
    pilot.post('/webhook', { name: word, url: `https://${word}.example/hook`, events: ['actions.*'], perimeters: [first(ids, 'perimeter')] }),
    'the webhook',
  )
  // Nothing leaves a test.
  await must(pilot.post(`/webhook/${hook.id}/pause`), 'its pause')
  await must(pilot.post('/scim_connection', { name: word }), 'the connection')
  await app.db.transaction(pilot.customerId, async (tx) => {
    tx.act(systemWho(pilot.customerId, 'test', 'test'))
    const made = await createRow(tx, authorize(tx.who, 'session'), resourceOf(resources, 'worker'), resources, { name: word, maker: pilot.memberId })
    ids.set('worker', [made.id])
  })
  const connector = await must(
    pilot.post('/customer_connector', {
      connector: 'TENABLE',
      name: word,
      config: { base_url: `https://${word}.example/`, access_key: word, secret_key: word, unlicensed: 'no' },
      feeds: [{ key: 'open_vulnerabilities', perimeter: first(ids, 'perimeter'), name: word }],
      register: first(ids, 'gap_register'),
      worker: first(ids, 'worker'),
    }),
    'the connector',
  )
  await must(pilot.post(`/customer_connector/${connector.id}/pause`), 'its pause')
}

async function serve(pilot: Person, ids: Ids): Promise<void> {
  const site = await must(pilot.post('/perimeter', { name_en: 'Served', parent: first(ids, 'perimeter') }), 'a second perimeter')
  await must(pilot.post(`/measure/${first(ids, 'measure')}/implement`), 'the measure')
  await must(pilot.put(`/measure/${first(ids, 'measure')}/beneficiaries`, { perimeters: [site.id] }), 'the beneficiary')
}

/** What hangs on rows: a comment, views, a file, an assignment, a bulk edit that can be undone, an export, a report, an import and published scores. */
async function decorate(app: Filling, pilot: Person, { word, ids }: Given): Promise<void> {
  const comment = await must(pilot.post(`/remediation/${first(ids, 'remediation')}/comments`, { text: `${word} was here` }), 'the comment')
  const view = await must(pilot.post('/view', { list: 'remediation', name: word, shared: true, state: { sort: [], filters: [], search: word } }), 'the view')
  await must(pilot.put('/list_setting/remediation', { columns: [{ name: word }], density: 'compact', view_mode: 'list', per_page: 20 }), 'the setting')
  const file = await must(pilot.upload('/file', `${word}.txt`, `${word} in a file`), 'the file')
  await must(pilot.put(`/remediation/${first(ids, 'remediation')}`, { attachments: [{ id: file.id, comment: `${word} says so` }] }), 'the attachment')
  await must(pilot.put(`/program/${first(ids, 'program')}/assignment`, { members: [pilot.memberId], groups: [] }), 'the assignment')
  const bulk = await must(pilot.put('/label/bulk', { rows: [{ id: first(ids, 'label') }], changes: { name_en: `${word} again` } }), 'the bulk edit')
  await must(pilot.put('/isp_project/dev_cycle', { dev_steps: [{ id: 1, name_en: `${word} idea`, name_fr: `${word} idée` }] }), 'the step')
  const demand = { policy: first(ids, 'policy'), questionnaire: first(ids, 'questionnaire'), models: [first(ids, 'remediation_model')], target_level: null }
  await must(pilot.put('/isp_project/settings', { demands: { CRITICAL: demand } }), 'what projects must do')
  // None can be started before the add-on has pages.
  const [trial] = await app.db.transaction(pilot.customerId, (tx) =>
    tx.runText<{ id: number }>(
      `insert into customer_option (customer_id, type, status, date_start, ends_on, send_reminder, started_by)
    values ($1, 'ISP', 'ON_TRIAL', moment()::date, moment()::date + 15, false, $2) returning id`,
      [pilot.customerId, pilot.memberId],
    ),
  )
  const job = await must(pilot.post('/perimeter/export'), 'the export')
  const archive = await must(pilot.post('/archive'), 'the archive')
  const report = await must(pilot.post(`/program/${first(ids, 'program')}/plan_report`, { format: 'pdf' }), 'the report')
  await app.queue.tick(new Date(Date.now() + 8 * 86_400_000))
  await app.jobs()
  for (const [name, id] of Object.entries({
    comment: comment.id,
    view: view.id,
    file: file.id,
    undo: bulk.undo,
    export: job.job_id,
    archive: archive.id,
    report: report.job_id,
    customer_option: trial?.id,
  }))
    ids.set(name, [id ?? 0])
}
