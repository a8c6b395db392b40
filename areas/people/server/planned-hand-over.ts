import { sql } from 'kysely'
import { z } from 'zod'
import { AppError, forbidden, invalidField, isPassing, notFound } from '#kit/contract/errors.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Role } from '#kit/contract/right.ts'
import { memberReach } from '#kit/server/access/member-reach.ts'
import type { Who } from '#kit/server/access/who.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle, type LongJob, type Post } from '#kit/server/http/area.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { requesterOf, requesterSchema, whoOf } from '#kit/server/sheets/requester.ts'
import { cancelDeparture, departureParts, planDeparture, type PlannedHandOver } from '#areas/people/contract/holder-calls.ts'
import { listAssigned, reassignParts } from './assigned-objects.ts'

const source = 'people.hand_over'

/** What is planned for somebody; null: nothing is. */
export async function plannedFor(tx: Tx, member: number): Promise<PlannedHandOver | null> {
  const row = await tx.first(sql<PlannedHandOver>`select p.on_day::text as day, jsonb_build_object('id', m.id, 'name', m.name) as by,
      (select coalesce(sum(jsonb_array_length(one->'objects')), 0)::int from jsonb_array_elements(p.parts) as one) as count
    from planned_hand_over p join member m on m.customer_id = p.customer_id and m.id = p.planned_by where p.customer_id = ${tx.customerId} and p.member_id = ${member}`)
  return row ?? null
}

/** Throws unless each of these may take something of the member: they are there, and are somebody else. */
export async function mustTake(tx: Tx, member: number, parts: readonly { readonly to: number }[]): Promise<void> {
  const takers = [...new Set(parts.map(({ to }) => to))]
  const there = await tx.first(sql<{ n: number }>`select count(*)::int as n from member where customer_id = ${tx.customerId} and id = any(${takers}::bigint[])
    and id <> ${member} and kind = 'MEMBER' and not disabled and not archived`)
  if (there?.n !== takers.length) throw invalidField('parts', 'kit.errors.missing_reference')
}

/** A hand-over for a day that is to come, and taking that back until then. */
export function plannedCalls(api: Api, resources: Resources, members: Resource): void {
  handle(api, 'member', planDeparture, async ({ tx, who, grant, params, body, translate }) => {
    await getRow(tx, grant, members, resources, params.id)
    // On the day it is done by what its planner may then: whoever is here for a while, or in somebody else’s name, is not there.
    if (who.adminType !== null || who.impersonatorId !== null) throw forbidden()
    if (body.day <= tx.today) throw invalidField('day', 'people.errors.plan_later')
    await mustTake(tx, params.id, body.parts)
    const made = await tx.first(sql`insert into planned_hand_over (customer_id, member_id, on_day, parts, planned_by, request)
      values (${tx.customerId}, ${params.id}, ${body.day}::date, ${JSON.stringify(body.parts)}::jsonb, ${who.memberId}, ${JSON.stringify(requesterOf(who))}::jsonb)
      on conflict (customer_id, member_id) do nothing returning 1 as one`)
    if (!made) throw new AppError('CONFLICT', 'people.errors.planned_already')
    tx.audit({
      entity: 'member',
      object_id: params.id,
      action: 'plan',
      details: JSON.stringify({ day: body.day, objects: body.parts.flatMap(({ objects }) => objects).length }),
    })
    return { message: translate('people.messages.planned'), object: await plannedFor(tx, params.id) }
  })

  handle(api, 'member', cancelDeparture, async ({ tx, grant, params, translate }) => {
    await getRow(tx, grant, members, resources, params.id)
    const gone = await tx.first(sql`delete from planned_hand_over where customer_id = ${tx.customerId} and member_id = ${params.id} returning 1 as one`)
    if (!gone) throw notFound()
    tx.audit({ entity: 'member', object_id: params.id, action: 'unplan' })
    return { message: translate('people.messages.plan_cancelled') }
  })
}

interface Due {
  readonly id: number
  readonly member_id: number
  readonly on_day: string
  readonly parts: unknown
  readonly request: unknown
  readonly name: string
  readonly email: string
  readonly lang: Language
  readonly planned_by: number
}

/** Each morning what is planned for the day, or for one that was missed: as whoever planned it, who is told what came of it. */
export const plannedJob = ({ translate, publicUrl }: Post): LongJob => ({
  name: source,
  schedule: '5 0 * * *',
  runLong: async ({ apart, resources }) => {
    const due = await apart((tx) =>
      tx.run(sql<Due>`select p.id, p.member_id, p.on_day::text, p.parts, p.request, m.name, b.email, b.lang, p.planned_by
        from planned_hand_over p join member m on m.customer_id = p.customer_id and m.id = p.member_id join member b on b.customer_id = p.customer_id and b.id = p.planned_by
        where p.customer_id = ${tx.customerId} and p.on_day <= ${tx.today}::date order by p.id`),
    )
    for (const plan of due) {
      const tell = (tx: Tx, what: 'done' | 'failed', more: Readonly<Record<string, string | number>>) => {
        const values = { name: plan.name, day: writtenDay(plan.on_day, plan.lang), ...more }
        return sendMail(tx, translate, {
          to: plan.email,
          lang: plan.lang,
          subject: { key: `people.mail.hand_over_${what}_subject`, values },
          paragraphs: [{ key: `people.mail.hand_over_${what}`, values }],
          action: { label: { key: 'people.mail.hand_over_action' }, url: `${publicUrl}/admin/holders` },
        })
      }
      const taken = (tx: Tx) => tx.first(sql`delete from planned_hand_over where customer_id = ${tx.customerId} and id = ${plan.id} returning 1 as one`)
      try {
        await apart(async (tx) => {
          // Cancelled meanwhile, or done by an attempt that was cut off.
          if (!(await taken(tx))) return
          tx.act(await plannerNow(tx, plan))
          const parts = departureParts.parse(plan.parts)
          await mustTake(tx, plan.member_id, parts)
          // Others have changed hands since, and stay where they are.
          const held = new Set((await listAssigned(tx, resources, { holder: 'member', id: plan.member_id })).map(wordOf))
          const left = parts
            .map(({ to, objects }) => ({ to, chosen: objects.filter((one) => held.has(wordOf(one))) }))
            .filter(({ chosen }) => chosen.length > 0)
          const { count } = left.length > 0 ? await reassignParts(tx, resources, { holder: 'member', id: plan.member_id }, left) : { count: 0 }
          await tell(tx, 'done', { count })
        })
      } catch (error) {
        // What an earlier release had kept is read no more.
        const refused = error instanceof z.ZodError ? forbidden() : error
        if (!(refused instanceof AppError) || isPassing(refused)) throw error
        const [field] = Object.values(refused.details.fields ?? {}).flat()
        const reason = translate(field ?? { key: refused.key }, plan.lang)
        await apart(async (tx) => {
          if (await taken(tx)) await tell(tx, 'failed', { reason })
        })
      }
    }
  },
})

/** Whoever planned it with what they may on the day, and no more than when they planned. Throws FORBIDDEN where they may hand over no longer. */
async function plannerNow(tx: Tx, { planned_by: id, request }: Due): Promise<Who> {
  const asked = whoOf(requesterSchema.parse(request), tx.customerId, source)
  const reach = memberReach(rowRef('m'), tx.customerId)
  const now = await tx.first(sql<{
    roles: readonly Role[]
    features: readonly string[]
    perimeters: readonly number[]
    groupings: readonly number[]
    tags: readonly number[]
  }>`select m.roles, c.features, ${reach.perimeterIds} as perimeters, ${reach.groupIds} as groupings, array_remove(array[m.tag_id], null) as tags
    from member m join customer c on c.id = m.customer_id where m.customer_id = ${tx.customerId} and m.id = ${id} and m.kind = 'MEMBER' and not m.disabled and not m.archived
      and coalesce(m.access_start <= ${tx.today}::date, true) and coalesce(m.access_end >= ${tx.today}::date, true)`)
  const roles = asked.roles.filter((role) => now?.roles.includes(role))
  const rights = now ? tx.rightsOf(roles, now.features) : new Set<string>()
  if (!now || !rights.has(planDeparture.right)) throw forbidden()
  return { ...asked, roles, rights, perimeterIds: now.perimeters, groupIds: now.groupings, tagIds: now.tags }
}

const wordOf = ({ entity, field, id }: { readonly entity: string; readonly field: string; readonly id: number }) => `${entity} ${field} ${id}`
