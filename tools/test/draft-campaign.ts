import type { Person, TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from './actions-world.ts'
import { dayFromNow } from './day-from-now.ts'

const contents = new WeakMap<Person, Promise<{ policy: number; eval_scale: number }>>()

/** A published policy of one requirement and the scale in which it is answered; made once for each person. */
function contentOf(pilot: Person): Promise<{ policy: number; eval_scale: number }> {
  const known = contents.get(pilot)
  if (known) return known
  const made = (async () => {
    const policy = objectOf(await pilot.post('/policy', { name_en: 'Asked' })).id as number
    const versions = await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] } })
    const version = versions.body.objects[0].id as number
    objectOf(await pilot.post('/control', { policy_version: version, name_en: 'Doors are locked' }))
    objectOf(await pilot.post(`/policy_version/${version}/publish`))
    const scales = await pilot.post('/scale/page', { queryParams: { filters: [{ name: 'type', selected_options: ['eval'] }] } })
    return { policy, eval_scale: scales.body.objects[0].id as number }
  })()
  contents.set(pilot, made)
  return made
}

/** A campaign that lacks nothing but being made ready. `people`: who answers, a person or a group. */
export async function draftCampaign(
  pilot: Person,
  perimeters: readonly number[],
  people: { member?: number; group?: number },
  more: object = {},
): Promise<Row> {
  const row = objectOf(
    await pilot.post('/campaign', {
      name_en: 'Walked',
      ...(await contentOf(pilot)),
      perimeters,
      date_start: dayFromNow(1),
      limit_date_evaluation: dayFromNow(30),
      ...more,
    }),
  )
  objectOf(await pilot.put(`/campaign/${row.id}/people`, { role: 'EVALUATOR', ...people }))
  return row
}

/** Makes a campaign ready and starts it, as if its day had come. */
export async function runCampaign(app: Pick<TestApp, 'jobs'>, pilot: Person, id: number): Promise<void> {
  objectOf(await pilot.post(`/campaign/${id}/ready`))
  objectOf(await pilot.post(`/campaign/${id}/start`))
  await app.jobs()
}

export const evaluationsOf = async (pilot: Person, campaign: number): Promise<Row[]> =>
  (await pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body.objects

/** Evaluations that have just begun, one after the other. A campaign asks several sites below one perimeter at once: what becomes of one says nothing of another. */
export function begunEvaluations(app: Pick<TestApp, 'jobs'>, pilot: Person, parent: number, people: { member?: number; group?: number }): () => Promise<Row> {
  const sites: number[] = []
  const waiting: Row[] = []
  return async () => {
    if (waiting.length === 0) {
      for (let n = sites.length; n < 8; n += 1) sites.push(objectOf(await pilot.post('/perimeter', { name_en: `Asked ${n}`, parent })).id)
      const { id } = await draftCampaign(pilot, sites, people)
      await runCampaign(app, pilot, id)
      waiting.push(...(await evaluationsOf(pilot, id)))
    }
    return waiting.shift()
  }
}

/** Starts the campaign of a filled organisation, with somebody who is to answer its first evaluation. */
export async function askOf(app: Pick<TestApp, 'jobs'>, pilot: Person, ids: ReadonlyMap<string, readonly (number | string)[]>, member: number): Promise<void> {
  const id = Number(ids.get('campaign')?.[0])
  const { eval_scale } = await contentOf(pilot)
  objectOf(await pilot.put(`/campaign/${id}`, { eval_scale }))
  objectOf(await pilot.put(`/campaign/${id}/people`, { role: 'EVALUATOR', member }))
  await runCampaign(app, pilot, id)
}
