import { z } from 'zod'
import type { GroupsAnswer } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { defineSource, refusePast, type Source } from '#kit/server/sources/source.ts'
import { comparisonOf } from './compare.ts'
import { resultsOf } from './campaign-results.ts'

const id = z.int().min(1)

/** What a campaign came to, theme by theme, of what was validated. */
const results = defineSource({
  name: 'campaigns.results',
  kind: 'groups',
  right: 'campaign.read',
  settings: { campaign: { entity: 'campaign', needed: true } },
  given: z.strictObject({ campaign: id }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    refusePast(asking)
    const told = await resultsOf(asking.tx, authorize(asking.tx.who, 'campaign.read'), asking.resources, given.campaign, {})
    return {
      kind: 'groups',
      unit: 'percent',
      series: [{ key: 'score', label: asking.say('campaigns.sources.results.score'), tint: null }],
      rows: told.parts.map((part, at) => ({
        key: part.key,
        label: part.name ?? part.identifier ?? '',
        tint: null,
        values: [told.total.cells[at] ?? null],
        target: told.campaign.target,
        opens: null,
      })),
      total: null,
      rises: true,
      opens: { entity: 'evaluation', filters: [{ name: 'campaign', selected_options: [given.campaign] }], total: null },
    }
  },
})

/** Two campaigns or more on the same content side by side, theme by theme (CMP-20, DSH-15). */
const compared = defineSource({
  name: 'campaigns.comparison',
  kind: 'groups',
  right: 'campaign.read',
  settings: { campaigns: { entity: 'campaign', many: true, needed: true } },
  given: z.strictObject({ campaigns: z.array(id).min(2).max(6) }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    refusePast(asking)
    const { parts, campaigns } = await comparisonOf(asking.tx, authorize(asking.tx.who, 'campaign.read'), given.campaigns.join(','))
    return {
      kind: 'groups',
      unit: 'percent',
      series: campaigns.map((campaign) => ({ key: String(campaign.id), label: campaign.name ?? '', tint: null })),
      rows: parts.map((part, at) => ({
        key: part.key,
        label: part.name ?? '',
        tint: null,
        values: campaigns.map(({ cells }) => cells[at] ?? null),
        target: null,
        opens: null,
      })),
      total: null,
      rises: true,
      opens: null,
    }
  },
})

export const campaignSources: readonly Source[] = [results, compared]
