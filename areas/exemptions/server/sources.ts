import { z } from 'zod'
import { only } from '#kit/contract/figure.ts'
import type { GroupsAnswer } from '#kit/contract/source.ts'
import { defineSource, refusePast, type Source } from '#kit/server/sources/source.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'
import { debtOf } from './exemption-debt.ts'

const ages = ['young', 'middle', 'old'] as const
const tints = { young: 'info', middle: 'warning', old: 'danger' } as const

/** Points of each perimeter's own score that exemptions hold up, by their age. */
const debt = defineSource({
  name: 'exemptions.debt',
  kind: 'groups',
  right: 'score.read',
  settings: { perimeter: { entity: 'perimeter' }, policy: { entity: 'policy' } },
  given: z.strictObject({ perimeter: z.int().min(1).optional(), policy: z.int().min(1).optional() }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    refusePast(asking)
    const { api, tx, resources, say } = asking
    const within = given.perimeter ?? asking.perimeter ?? undefined
    const { perimeters, in_force: total } = await debtOf(tx, resources, await cachedScores(api)(tx), { policy: given.policy, within })
    return {
      kind: 'groups',
      unit: null,
      series: ages.map((age) => ({ key: age, label: say(`exemptions.sources.debt.${age}`), tint: tints[age] })),
      rows: perimeters
        .filter(({ points }) => points !== 0)
        .map(({ id, name, by_age }) => ({ key: String(id), label: name, tint: null, values: [...by_age], target: null, opens: null })),
      total: null,
      rises: false,
      opens: {
        entity: 'exemption',
        filters: [...exemptionFigures.in_force.filters(asking.today), ...(within === undefined ? [] : [only('within', within)])],
        total,
      },
    }
  },
})

export const exemptionSources: readonly Source[] = [debt]
