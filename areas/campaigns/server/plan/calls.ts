import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  closeCampaign,
  duplicateCampaign,
  extendCampaign,
  makeReady,
  nameMembers,
  readReadiness,
  remindMembers,
  reopenCampaign,
  startNow,
} from '#areas/campaigns/contract/plan-calls.ts'
import { isRunning } from '#areas/campaigns/contract/campaign.ts'
import type { CampaignRow } from '#areas/campaigns/server/scope.ts'
import { remindJobName } from './days.ts'
import { duplicate } from './duplicate.ts'
import { assertComplete } from './campaign-effects.ts'
import { owing } from './mails.ts'
import { namePeople } from './people.ts'
import { readinessOf } from './readiness.ts'

/** Numbers that were to be entered later than an early start are entered with everything else. */
const early = ({ metric_entry_date: day }: CampaignRow, today: string): Changes => (day !== null && day > today ? { metric_entry_date: null } : {})

type Moved = Changes & { readonly version?: number | undefined }

/** What a pilot does with campaigns beside writing them. */
export function planCalls(api: Api, resources: Resources): void {
  const campaigns = () => resourceOf(resources, 'campaign')
  const rowOf = (tx: Tx, id: number) => getRow(tx, authorizeVerb(tx, campaigns(), 'read'), campaigns(), resources, id)
  const held = async (tx: Tx, id: number, version?: number) =>
    (await lockRow(tx, authorizeVerb(tx, campaigns(), 'update'), campaigns(), resources, id, 'update', version)) as CampaignRow
  const respond = async ({ tx, translate }: Pick<CallContext, 'tx' | 'translate'>, id: number) => {
    const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
    return { message: translate(key, values), object: await rowOf(tx, id) }
  }
  const move = async (context: Pick<CallContext, 'tx' | 'translate'>, id: number, { version, ...changes }: Moved, action: string) => {
    const { tx } = context
    await updateRow(tx, authorizeVerb(tx, campaigns(), 'update'), campaigns(), resources, id, changes, { action, ...(version !== undefined && { version }) })
    return respond(context, id)
  }

  handle(api, 'campaign', readReadiness, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    const row = await tx.first(sql<CampaignRow>`select c.* from campaign c where c.customer_id = ${tx.customerId} and c.id = ${params.id}`)
    if (!row) throw new AppError('NOT_FOUND', 'kit.errors.not_found')
    return { object: await readinessOf(tx, row) }
  })
  handle(api, 'campaign', makeReady, async (context) => {
    const { tx, params, body } = context
    const row = await held(tx, params.id, body.version)
    const { planned } = await readinessOf(tx, row)
    const dated = row.date_start !== null && row.limit_date_evaluation !== null
    const toPlan = planned && !dated && row.status === 'INIT'
    if (!toPlan) await assertComplete(tx, { ...row, status: 'READY' })
    return move(context, params.id, { status: toPlan ? 'TO_BE_PLANNED' : 'READY' }, toPlan ? 'plan' : 'ready')
  })
  handle(api, 'campaign', startNow, async (context) => {
    const { tx, params, body } = context
    const row = await held(tx, params.id, body.version)
    if (row.status !== 'READY' && row.status !== 'METRIC_ENTRY') throw new AppError('INVALID', 'campaigns.plan.errors.not_ready')
    if ((row.date_start ?? tx.today) > tx.today) await move(context, params.id, { date_start: tx.today, ...early(row, tx.today) }, 'update')
    tx.enqueue({ name: 'campaign.start', data: { campaign_id: params.id }, key: String(params.id) })
    tx.confirmation = { key: 'campaigns.plan.messages.starting' }
    return respond(context, params.id)
  })
  handle(api, 'campaign', closeCampaign, async (context) =>
    move(context, context.params.id, { status: 'FINISHED', ...(context.body.version !== undefined && { version: context.body.version }) }, 'close'),
  )
  handle(api, 'campaign', extendCampaign, async (context) => {
    const { tx, params, body } = context
    const row = await held(tx, params.id, body.version)
    if (!isRunning(row.status)) throw new AppError('INVALID', 'campaigns.plan.errors.not_running')
    const wrong = body.limit_date_evaluation < tx.today
    if (wrong) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { limit_date_evaluation: [{ key: 'campaigns.plan.errors.reopen_limit' }] } })
    // An end that would come before the answers are due moves with them.
    const end = body.end_date === undefined ? row.end_date : body.end_date
    const changes = { limit_date_evaluation: body.limit_date_evaluation, end_date: end !== null && end < body.limit_date_evaluation ? null : end }
    tx.confirmation = { key: 'campaigns.plan.messages.extended' }
    return move(context, params.id, changes, 'extend')
  })
  handle(api, 'campaign', reopenCampaign, async (context) => {
    const { tx, params, body } = context
    // What has not begun starts on its day or when somebody says so, and what runs is extended: neither by another name.
    const { status } = await held(tx, params.id, body.version)
    if (status !== 'FINISHED') throw new AppError('INVALID', 'campaigns.plan.errors.not_finished')
    return move(context, params.id, { ...body, status: 'STARTED' }, 'reopen')
  })
  handle(api, 'campaign', duplicateCampaign, async ({ tx, params, body, translate }) => ({
    message: translate('campaigns.plan.messages.duplicated'),
    object: await rowOf(tx, (await duplicate(tx, resources, params.id, body)).id),
  }))

  handle(api, 'campaign', nameMembers, async ({ tx, params, body, translate }) => {
    const object = await namePeople(tx, resources, params.id, body)
    return {
      message: translate(`campaigns.plan.messages.${object.without > 0 ? 'named_some' : 'named'}`, { count: object.named, without: object.without }),
      object,
    }
  })
  handle(api, 'campaign', remindMembers, async ({ tx, params, body, translate }) => {
    const row = await held(tx, params.id)
    if (!isRunning(row.status)) throw new AppError('INVALID', 'campaigns.plan.errors.not_running')
    const chosen = body.evaluations ? sql`and e.id = any(${body.evaluations}::bigint[])` : sql``
    const people = await tx.run(sql<{ id: number; today: boolean }>`select distinct o.member_id as id, exists (select 1 from campaign_mail l
        where l.customer_id = ${tx.customerId} and l.campaign_id = ${params.id} and l.member_id = o.member_id and l.kind = 'REMINDER' and l.day = ${tx.today}::date) as today
      from ${owing(tx, params.id)} o join evaluation e on e.customer_id = ${tx.customerId} and e.id = o.id where true ${chosen}`)
    const nobody = await tx.first(sql<{
      count: number
    }>`select count(*)::int as count from evaluation e where e.customer_id = ${tx.customerId} and e.campaign_id = ${params.id}
      and e.status in ('NOT_STARTED', 'STARTED', 'REJECTED') and not exists (select 1 from ${owing(tx, params.id)} o where o.id = e.id) ${chosen}`)
    const fresh = people.filter(({ today }) => !today).map(({ id }) => id)
    if (fresh.length > 0) tx.enqueue({ name: remindJobName, data: { campaign_id: params.id, members: fresh } })
    const object = { reminded: fresh.length, already: people.length - fresh.length, nobody: nobody?.count ?? 0 }
    return { message: translate('campaigns.plan.messages.reminded', { count: object.reminded, already: object.already }), object }
  })
}
