import { z } from 'zod'
import { checkSubjects } from '#kit/contract/check.ts'
import { only } from '#kit/contract/figure.ts'
import type { GroupsAnswer } from '#kit/contract/source.ts'
import { defineSource, refusePast, type Source } from '#kit/server/sources/source.ts'
import { checksFor, countChecks } from './count.ts'

/** What each check finds, of all of them or of one subject; those that find nothing are left out. */
const found = defineSource({
  name: 'checks.found',
  kind: 'groups',
  right: 'check.read',
  unlogged: true,
  settings: { subject: { options: checkSubjects }, perimeter: { entity: 'perimeter' } },
  given: z.strictObject({ subject: z.enum(checkSubjects).optional(), perimeter: z.int().min(1).optional() }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    refusePast(asking)
    const { tx, resources, say } = asking
    const perimeter = given.perimeter ?? asking.perimeter ?? undefined
    const declared = checksFor(resources, tx).filter(({ check }) => given.subject === undefined || check.subject === given.subject)
    const counts = await countChecks(tx, declared, perimeter)
    const rows = declared.map(({ check, resource: { def } }, at) => {
      const count = counts[at]?.found ?? 0
      const within = perimeter === undefined ? [] : [only('within', perimeter)]
      return {
        key: check.name,
        label: say(`${def.area}.entities.${check.entity}.choices.findings.${check.word}`),
        tint: check.urgent ? ('danger' as const) : null,
        values: [count],
        target: null,
        opens: { entity: check.entity, filters: [...check.found.filters(tx.today), ...within], total: count },
      }
    })
    return {
      kind: 'groups',
      unit: null,
      series: [{ key: 'found', label: say('checks.sources.found.findings'), tint: null }],
      rows: rows.filter(({ values }) => (values[0] ?? 0) > 0).toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)),
      total: rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0),
      rises: false,
      opens: null,
    }
  },
})

export const checkSources: readonly Source[] = [found]
