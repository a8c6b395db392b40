import { scaleLevels, everyScale } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { differs } from '#kit/server/data/store/column-values.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { isProject } from '#areas/actions/server/index.ts'
import { isDraft, isRunning, type campaign } from '#areas/campaigns/contract/campaign.ts'
import { contentInForce } from '#areas/campaigns/server/scope.ts'
import { removeAsked } from './campaign-effects.ts'

type Guard = GuardContext<typeof campaign>

const content = ['campaign_source', 'project', 'policy', 'questionnaire', 'eval_scale', 'levels'] as const
const contentColumns = {
  campaign_source: 'campaign_source',
  project: 'project_id',
  policy: 'policy_id',
  questionnaire: 'questionnaire_id',
  eval_scale: 'eval_scale_id',
} as const

/** What is refused of a campaign beside its lifecycle: content, scope, dates, and what a start has fixed (CMP-13, CMP-14, PER-08, SCL-13). */
export async function guardCampaign(context: Guard): Promise<void> {
  const { verb, before } = context
  if (verb === 'delete') return dropDraft(context)
  guardContent(context)
  await guardScope(context)
  guardDays(context)
  if (before && !isDraft(before.status)) guardStarted(context)
  else if (before?.status === 'READY' && (willBe(context, 'status') ?? 'READY') === 'READY')
    refuseChanged(context, content, 'campaigns.plan.errors.ready_fixed')
  await guardScale(context)
  await guardProject(context)
  await guardMove(context)
}

/** What somebody answered is kept: only what never started goes, with whom it would have asked. */
async function dropDraft({ tx, resources, before }: Guard): Promise<void> {
  if (!before) return
  if (!isDraft(before.status)) throw new AppError('IN_USE', 'campaigns.plan.errors.started_stays')
  await removeAsked(tx, resources, before.id)
}

const source = (context: Guard) => willBe(context, 'campaign_source') ?? 'POLICY'

/** A campaign asks a policy or a questionnaire; one of a project says which, and asks either. */
function guardContent(context: Guard): void {
  const { before, changes, refuse } = context
  const project = willBe(context, 'project', 'project_id')
  if (before && changes.project !== undefined && changes.project !== before.project_id) refuse('project', 'campaigns.plan.errors.project_fixed')
  if (source(context) === 'PROJECT') {
    if (project === null) refuse('project', 'campaigns.plan.errors.project_needed')
    if (willBe(context, 'policy', 'policy_id') !== null && willBe(context, 'questionnaire', 'questionnaire_id') !== null)
      refuse('questionnaire', 'campaigns.plan.errors.one_content')
    return
  }
  if (project !== null) refuse('project', 'campaigns.plan.errors.project_source')
  const other = source(context) === 'QUESTIONNAIRE' ? 'policy' : 'questionnaire'
  if (typeof changes[other] === 'number') refuse(other, 'campaigns.plan.errors.one_content')
  else if (willBe(context, other, `${other}_id`) !== null) changes[other] = null
}

const scopeColumns = { scope: 'scope', tag: 'tag_id', policy: 'policy_id' } as const

/** Either perimeters or one grouping; people who reach part of the tree name what they reach, since a grouping and a policy may hold more. */
async function guardScope(context: Guard): Promise<void> {
  const { tx, changes, refuse, before } = context
  const scope = willBe(context, 'scope') ?? 'PERIMETERS'
  const named = (changes.perimeters ?? []).length > 0
  if (named && typeof changes.tag === 'number') refuse('tag', 'campaigns.plan.errors.place_mixed')
  else if (scope === 'TAG' || scope === 'POLICY') {
    if (named) refuse('perimeters', 'campaigns.plan.errors.place_mixed')
    else if (changes.scope !== undefined) changes.perimeters = []
    if (scope === 'POLICY' && typeof changes.tag === 'number') refuse('tag', 'campaigns.plan.errors.place_mixed')
  } else if (typeof changes.tag === 'number') refuse('tag', 'campaigns.plan.errors.place_mixed')
  if (scope !== 'TAG' && willBe(context, 'tag', 'tag_id') !== null && typeof changes.tag !== 'number') changes.tag = null
  if (scope === 'POLICY' && willBe(context, 'policy', 'policy_id') === null) refuse('scope', 'campaigns.plan.errors.scope_policy')
  const saying = scope === 'TAG' ? (['scope', 'tag'] as const) : scope === 'POLICY' ? (['scope', 'policy'] as const) : []
  const others = saying.some((name) => changes[name] !== undefined && differs(before?.[scopeColumns[name]], changes[name]))
  const reachesAll = tx.who.memberId === null || tx.who.roles.includes('global_pilote')
  if (reachesAll || (!others && !(await growsBeyond(context, scope)))) return
  refuse('scope', 'campaigns.plan.errors.scope_reach')
}

/** Whether trees take the place of perimeters of which some are out of reach: somebody who reaches all named them, and nothing below. */
async function growsBeyond({ tx, before, changes }: Guard, scope: unknown): Promise<boolean> {
  if (scope !== 'TREE' || !before || changes.scope === undefined || changes.scope === before.scope) return false
  const beyond = await tx.first(sql`select 1 from campaign__perimeters l
    where l.customer_id = ${tx.customerId} and l.owner_id = ${before.id} and l.target_id <> all(${[...tx.who.perimeterIds]}::bigint[])`)
  return beyond !== undefined
}

/** CMP-14, ACT-22; that answers are not due before the start, the kit says. */
function guardDays(context: Guard): void {
  const { changes, refuse } = context
  const dayOf = (name: 'date_start' | 'limit_date_evaluation' | 'end_date' | 'metric_entry_date' | 'limit_date_remediation') =>
    willBe(context, name) as string | null
  const [start, limit, end, metrics, remedy] = [
    dayOf('date_start'),
    dayOf('limit_date_evaluation'),
    dayOf('end_date'),
    dayOf('metric_entry_date'),
    dayOf('limit_date_remediation'),
  ]
  if (end !== null && limit !== null && end < limit) refuse('end_date', 'campaigns.plan.errors.end_before_limit')
  if (metrics !== null && start !== null && metrics > start) refuse('metric_entry_date', 'campaigns.plan.errors.metrics_after_start')
  if (willBe(context, 'remediation_enabled') === true) {
    if (remedy === null) refuse('limit_date_remediation', 'campaigns.plan.errors.remediation_needed')
    else if (start !== null && remedy <= start) refuse('limit_date_remediation', 'campaigns.plan.errors.remediation_after_start')
  }
  const days = (changes.reminders ?? []).map(({ days: before }) => before)
  if (new Set(days).size < days.length) refuse('reminders', 'campaigns.plan.errors.reminder_twice')
}

/** Those of these fields that a write would change are refused. */
function refuseChanged({ before, changes, refuse }: Guard, names: readonly (keyof typeof contentColumns | 'levels')[], message: string): void {
  for (const name of names) {
    if (changes[name] === undefined || !before) continue
    if (name === 'levels' || differs(before[contentColumns[name]], changes[name])) refuse(name, message)
  }
}

/** What is asked, and of whom, is fixed by the start; days, people and rules may still change, and perimeters may join. */
function guardStarted(context: Guard): void {
  const { before, changes, refuse } = context
  if (!before) return
  const fixed = 'campaigns.plan.errors.started_fixed'
  refuseChanged(context, content, fixed)
  if (changes.scope !== undefined && changes.scope !== before.scope) refuse('scope', fixed)
  if (changes.tag !== undefined && changes.tag !== before.tag_id) refuse('tag', fixed)
  if (before.status === 'FINISHED' && changes.perimeters !== undefined) refuse('perimeters', fixed)
  if (before.status !== 'METRIC_ENTRY' && changes.date_start !== undefined && changes.date_start !== before.date_start) refuse('date_start', fixed)
}

/** Levels are those of the scale. */
async function guardScale(context: Guard): Promise<void> {
  const { tx, changes, before, refuse } = context
  if (changes.eval_scale === undefined && changes.levels === undefined && changes.target_level === undefined) return
  const scale = willBe(context, 'eval_scale', 'eval_scale_id') as number | null
  if (changes.eval_scale !== undefined && changes.eval_scale !== before?.eval_scale_id && changes.levels === undefined && before) changes.levels = []
  if (scale === null) {
    if (changes.levels?.length) refuse('levels', 'campaigns.plan.errors.level_unknown')
    return
  }
  const found = await tx.first(sql<{ type: string; levels: number[] }>`select s.type, array(select l.value from ${scaleLevels(tx.customerId, sql`s.id`)} l
      where l.value is not null) as levels
    from ${everyScale(tx.customerId)} s where s.id = ${scale}`)
  if (!found) return
  if (found.type !== 'eval') return refuse('eval_scale', 'campaigns.plan.errors.scale_kind')
  if ((changes.levels ?? []).some(({ value }) => !found.levels.includes(Number(value)))) refuse('levels', 'campaigns.plan.errors.level_unknown')
  const target = willBe(context, 'target_level')
  if (target !== null && !found.levels.includes(Number(target))) refuse('target_level', 'campaigns.plan.errors.level_unknown')
}

/** A campaign of a project begins and starts while the project goes on (PRJ-11). */
async function guardProject(context: Guard): Promise<void> {
  const { tx, before, changes, refuse } = context
  const project = willBe(context, 'project', 'project_id')
  const moves = changes.status !== undefined && changes.status !== before?.status && changes.status !== 'FINISHED'
  if (project === null || (before && !moves)) return
  if (await isProject(tx, project, 'resting')) refuse(before ? 'status' : 'project', 'campaigns.plan.errors.project_rests')
}

/** What a status takes along: the frozen content, the day of a start that comes early, what a plan lacks. */
async function guardMove(context: Guard): Promise<void> {
  const { tx, before, changes, refuse } = context
  const [from, to] = [before?.status ?? 'INIT', changes.status ?? before?.status ?? 'INIT']
  if (from === to) return
  if (to === 'READY' || to === 'TO_BE_PLANNED') {
    const frozen = await contentInForce(tx, {
      policy_id: willBe(context, 'policy', 'policy_id') as number | null,
      questionnaire_id: willBe(context, 'questionnaire', 'questionnaire_id') as number | null,
    })
    if (frozen.policy_version === null && frozen.edition === null) refuse('status', 'campaigns.plan.errors.no_content')
    Object.assign(changes, to === 'READY' ? frozen : { policy_version: null, edition: null })
  }
  if (isRunning(to) && isDraft(from)) {
    const name = to === 'STARTED' ? 'date_start' : 'metric_entry_date'
    const day = willBe(context, name) as string | null
    if (day === null || day > tx.today) changes[name] = tx.today
    const metrics = willBe(context, 'metric_entry_date') as string | null
    if (to === 'STARTED' && metrics !== null && metrics > tx.today) changes.metric_entry_date = null
  }
  if (from === 'FINISHED' && to === 'STARTED') {
    const limit = willBe(context, 'limit_date_evaluation') as string | null
    if (limit !== null && limit < tx.today) refuse('limit_date_evaluation', 'campaigns.plan.errors.reopen_limit')
    const end = willBe(context, 'end_date') as string | null
    if (end !== null && end < tx.today) changes.end_date = null
  }
}
