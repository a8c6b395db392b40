import { sql } from 'kysely'
import { roles as everyRole, type Role } from '#kit/contract/right.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { unverifiedSecret } from '#areas/access/server/index.ts'
import { getProfile, postProfile, profileFields, putProfile, roleColors, type Profile } from '#areas/people/contract/profile.ts'
import { members } from './members.ts'
import { forgetWaiting } from './notification-choices.ts'
import { asOneself } from './own-grant.ts'

/** One's own profile, read and written, whatever one's role; the provider's staff have theirs on the provider's pages too. */
export function profileCalls(api: Api, resources: Resources): void {
  const answer = async ({ tx, request }: Pick<CallContext, 'tx' | 'request'>): Promise<Profile> => {
    const profile = await profileOf(tx, (role) => api.translateFor(request, `people.roles.${role}`))
    const { session, impersonatorId } = tx.who
    const own = impersonatorId === null && session?.tied === false
    return own && profile.mfa_activated && !profile.mfa_enabled ? { ...profile, ...(await unverifiedSecret(api, tx)) } : profile
  }

  handle(api, 'user', getProfile, async (context) => ({ object: await answer(context) }))
  for (const call of [putProfile, postProfile]) {
    handle(api, 'user', call, async (context) => {
      const { tx, who, request, body } = context
      const { version, lang } = body
      const changes = Object.fromEntries(Object.entries(body).filter(([key]) => profileFields.includes(key)))
      await updateRow(tx, asOneself(who), members, resources, who.memberId ?? 0, changes, version === undefined ? {} : { version })
      if (body.daily_notifications === false) await forgetWaiting(tx, who.memberId ?? 0, 'DAILY')
      if (body.weekly_digest === false) await forgetWaiting(tx, who.memberId ?? 0, 'WEEKLY')
      if (lang) {
        await tx.run(sql`select set_account_lang(${who.accountId}, ${lang})`)
        request.lang = lang
      }
      return { message: api.translateFor(request, 'kit.messages.saved'), object: await answer(context) }
    })
  }
}

type Stored = Omit<Profile, 'roles' | 'local_perimeter' | 'local_tag' | 'mfa_secret' | 'qr_code'> & {
  readonly roles: readonly Role[]
  readonly local_perimeter: { id: number; name: string }[]
  readonly local_tag: { id: number; name: string; color: string | null } | null
}

/** Who somebody is and what they hold, in one statement. */
async function profileOf(tx: Tx, nameOf: (role: Role) => string): Promise<Profile> {
  const { who, customerId } = tx
  const [perimeter, tag] = [localizedText(rowRef('p'), 'name', who.lang), localizedText(rowRef('t'), 'name', who.lang)]
  const row =
    await tx.first(sql<Stored>`select m.id, m.version, m.email, m.name, m.firstname, m.lastname, m.initials, m.job_title, m.lang, m.theme, m.time_zone, m.date_order,
      c.time_zone as customer_time_zone, m.weekly_digest, m.daily_notifications, m.roles,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${perimeter}) order by ${perimeter}, p.id), '[]')
        from member__perimeters mp join perimeter p on p.customer_id = mp.customer_id and p.id = mp.target_id
        where mp.customer_id = ${customerId} and mp.owner_id = m.id) as local_perimeter,
      (select jsonb_build_object('id', t.id, 'name', ${tag}, 'color', t.color) from tag t where t.customer_id = ${customerId} and t.id = m.tag_id) as local_tag,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
        from group__members gm join "group" g on g.customer_id = gm.customer_id and g.id = gm.owner_id
        where gm.customer_id = ${customerId} and gm.target_id = m.id) as groups,
      f.auth_type, f.mfa_activated, f.mfa_enabled, mfa_mode_of(c.id) as mfa_mode
    from member m join customer c on c.id = m.customer_id cross join account_facts(m.account_id) as f
    where m.customer_id = ${customerId} and m.id = ${who.memberId}`)
  if (!row) throw new Error('The actor has no member')
  const { roles, local_perimeter, local_tag, ...rest } = row
  // Staff act in roles that their member does not hold; contributor mode takes none of one's own away.
  const held = who.session?.mode === 'CONTRIBUTOR' ? roles : everyRole.filter((role) => roles.includes(role) || who.roles.includes(role))
  const placed = held.some((role) => role !== 'contributor') ? { local_perimeter, local_tag } : {}
  return { ...rest, ...placed, roles: held.map((id) => ({ id, name: nameOf(id), color: roleColors[id] })) }
}
