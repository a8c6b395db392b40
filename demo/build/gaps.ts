import { assign } from '#kit/server/data/people/assign.ts'
import type { Finding, GapRegister } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** What audits and tests found, and what became of it. */
export const gapsOf = (site: Site): Happening[] =>
  (site.content.gapRegisters ?? []).flatMap((register) => [
    { day: register.day, what: 'open', by: site.pilot, run: (session) => openRegister(session, register) },
    ...register.chapters.flatMap(({ findings }) => findings.flatMap((finding) => endsOf(site, finding))),
  ])

async function openRegister(session: Session, { key, name, type, day, people, chapters }: GapRegister): Promise<void> {
  const { site } = session
  const { id: register } = await session.create('gap_register', key, { ...inBoth('name', name), type, date: site.dateAt(day) })
  await assign(session.tx, session.grant('gap_register'), session.resource('gap_register'), session.resources, register, {
    members: people.map((person) => site.id('member', person)),
    groups: [],
  })
  for (const { name: chapter, findings } of chapters) {
    const { id } = await session.create('gap_group', null, { ...inBoth('name', chapter), register })
    for (const { key: finding, name: title, severity, nature, perimeter, manager, due } of findings) {
      await session.create('gap', finding, {
        ...inBoth('name', title),
        register,
        chapter: id,
        severity,
        nature,
        source: 'AUDIT',
        perimeter: site.id('perimeter', perimeter),
        manager: manager === null ? null : site.id('member', manager),
        target_date: due === null ? null : site.dateAt(due),
        external_key: finding,
      })
    }
  }
}

function endsOf(site: Site, { key, end }: Finding): Happening[] {
  if (!end) return []
  const { day, how, review, effective } = end
  const reason = how === 'IGNORED' ? site.translate({ en: 'Costs more than it would spare', fr: 'Coûte plus qu’il n’éviterait' }) : null
  const closing = {
    status: 'CLOSE',
    resolution_status: how,
    ...(reason !== null && { status_reason: reason }),
    ...(review !== undefined && { review_date: site.dateAt(review) }),
  }
  const checked = { effect: effective === true ? 'EFFECTIVE' : 'NOT_EFFECTIVE', effect_checked_on: site.dateAt(day + 8) }
  return [
    { day, what: 'end', by: site.pilot, run: (session) => session.update('gap', site.id('gap', key), closing) },
    ...(effective === undefined
      ? []
      : [{ day: day + 8, what: 'rate', by: site.pilot, run: (session: Session) => session.update('gap', site.id('gap', key), checked) } as const]),
  ]
}
