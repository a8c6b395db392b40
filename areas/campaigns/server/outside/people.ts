import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources, type StoredOf } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { lastSignInOf } from '#areas/access/server/index.ts'
import { createMember } from '#areas/people/server/index.ts'
import { isRunning } from '#areas/campaigns/contract/campaign.ts'
import type { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { inviteOutside, listOutside, resendOutside, takeIn, withdrawOutside, type OutsidePerson } from '#areas/campaigns/contract/outside-calls.ts'
import { queueInvitation } from './invite.ts'
import { namedIn, settleOutside } from './outside-accounts.ts'

type Row = StoredOf<typeof evaluation>
type Invited = BodyOf<typeof inviteOutside>

const acting = (tx: Tx) => systemGrant('people from outside, for as long as they are asked', tx.who)

/** Whoever answers or validates an evaluation may change it, too; naming people is for pilots of its perimeter. */
function assertManages({ who }: Tx, perimeter: number | null): void {
  if (!who.roles.includes('global_pilote') && !who.perimeterIds.includes(perimeter ?? 0)) throw forbidden('kit.errors.no_update_right')
}

/** The evaluation, held, for whoever runs campaigns there; throws as any write of it does. */
async function managed(tx: Tx, resources: Resources, id: number): Promise<Row> {
  const evaluations = resourceOf(resources, 'evaluation')
  const row = (await lockRow(tx, authorizeVerb(tx, evaluations, 'update'), evaluations, resources, id, 'update')) as Row
  assertManages(tx, row.perimeter_id)
  return row
}

/** People from outside who are asked in an evaluation: one of them, or all. */
const peopleOf = (tx: Tx, id: number, member: number | null = null) =>
  tx.run(sql<OutsidePerson>`select m.id, m.name, m.email, m.lang, m.id is not distinct from e.evaluator_id as evaluator,
      to_json(${lastSignInOf(sql`m.customer_id`, sql`m.id`)})#>>'{}' as last_login
    from evaluation e join member m on m.customer_id = e.customer_id and m.kind = 'OUTSIDE' and ${namedIn}
    where e.customer_id = ${tx.customerId} and e.id = ${id} and (${member}::bigint is null or m.id = ${member}::bigint) order by m.name, m.id`)

async function personOf(tx: Tx, id: number, member: number): Promise<OutsidePerson> {
  const [person] = await peopleOf(tx, id, member)
  if (!person) throw notFound()
  return person
}

/** The person of the address, made if there is none; throws INVALID for who has another place in the organisation. */
async function personFor(tx: Tx, resources: Resources, { email, ...names }: Invited): Promise<number> {
  const known = await tx.first(
    sql<{
      id: number
      kind: string
      archived: boolean
    }>`select id, kind, archived from member where customer_id = ${tx.customerId} and lower(email) = lower(${email})`,
  )
  if (known && (known.kind !== 'OUTSIDE' || known.archived)) throw invalidField('email', 'campaigns.outside.errors.inside')
  return known?.id ?? createMember(tx, resources, { email, ...names, roles: ['contributor'], kind: 'OUTSIDE' })
}

const running = (tx: Tx, campaign: number | null) =>
  tx.first(sql<{ status: string }>`select status from campaign where customer_id = ${tx.customerId} and id = ${campaign}`)

/** Asking people from outside, and asking them no longer. */
export function outsidePeopleCalls(api: Api, resources: Resources): void {
  const evaluations = resourceOf(resources, 'evaluation')

  handle(api, 'evaluation', listOutside, async ({ tx, params }) => {
    const { perimeter } = await getRow(tx, authorizeVerb(tx, evaluations, 'read'), evaluations, resources, params.id)
    assertManages(tx, (perimeter as { id: number }).id)
    return { objects: await peopleOf(tx, params.id) }
  })

  handle(api, 'evaluation', inviteOutside, async ({ tx, params, body, translate }) => {
    // Whoever is made by it takes this turn, which comes before any row (docs/decisions/0017).
    await takeTurn(tx, 'pilots')
    const row = await managed(tx, resources, params.id)
    const status = (await running(tx, row.campaign_id))?.status
    if ((status === 'FINISHED' && !row.given_back) || row.status === 'IGNORED') throw new AppError('CONFLICT', 'campaigns.outside.errors.ended')
    const id = await personFor(tx, resources, body)
    await add(tx, resources, row, id)
    await settleOutside(tx, resources, [id])
    const now = isRunning(status) || row.given_back
    if (now) await queueInvitation(tx, row.id, { id, email: body.email })
    tx.audit({ entity: 'evaluation', object_id: row.id, action: 'outside_invite', details: JSON.stringify({ member: id }) })
    return { message: translate(`campaigns.outside.messages.${now ? 'invited' : 'named'}`), object: await personOf(tx, row.id, id) }
  })

  handle(api, 'evaluation', resendOutside, async ({ tx, params, translate }) => {
    const row = await managed(tx, resources, params.id)
    const person = await personOf(tx, row.id, Number(params.member))
    const status = (await running(tx, row.campaign_id))?.status
    if (!isRunning(status) && !row.given_back) throw new AppError('CONFLICT', 'campaigns.outside.errors.not_running')
    await queueInvitation(tx, row.id, person)
    tx.audit({ entity: 'evaluation', object_id: row.id, action: 'outside_invite', details: JSON.stringify({ member: person.id }) })
    return { message: translate('campaigns.outside.messages.invited') }
  })

  handle(api, 'evaluation', takeIn, async ({ tx, params, translate }) => {
    await takeTurn(tx, 'pilots')
    const row = await managed(tx, resources, params.id)
    const person = await personOf(tx, row.id, Number(params.member))
    await updateRow(tx, acting(tx), resourceOf(resources, 'member'), resources, person.id, { kind: 'MEMBER', disabled: false }, { action: 'outside_taken_in' })
    return { message: translate('campaigns.outside.messages.taken_in', { name: person.name }) }
  })

  handle(api, 'evaluation', withdrawOutside, async ({ tx, params, translate }) => {
    const row = await managed(tx, resources, params.id)
    const person = await personOf(tx, row.id, Number(params.member))
    if (person.evaluator) await updateRow(tx, acting(tx), evaluations, resources, row.id, { evaluator: null }, { action: 'outside_withdraw' })
    else
      await updateRow(
        tx,
        acting(tx),
        evaluations,
        resources,
        row.id,
        { helpers: (await helpersOf(tx, row.id)).filter((id) => id !== person.id) },
        { action: 'outside_withdraw' },
      )
    await settleOutside(tx, resources, [person.id])
    return { message: translate('campaigns.outside.messages.withdrawn') }
  })
}

const helpersOf = async (tx: Tx, id: number) =>
  (
    await tx.run(
      sql<{ id: number }>`select target_id as id from evaluation__helpers where customer_id = ${tx.customerId} and owner_id = ${id} order by target_id`,
    )
  ).map((one) => one.id)

/** Who answers, where nobody does yet; else one who helps. */
async function add(tx: Tx, resources: Resources, row: Row, member: number): Promise<void> {
  const evaluations = resourceOf(resources, 'evaluation')
  const helpers = await helpersOf(tx, row.id)
  if (row.evaluator_id === member || helpers.includes(member)) return
  const free = row.evaluator_id === null && row.group_id === null
  await updateRow(tx, acting(tx), evaluations, resources, row.id, free ? { evaluator: member } : { helpers: [...helpers, member] }, { action: 'outside_named' })
}
