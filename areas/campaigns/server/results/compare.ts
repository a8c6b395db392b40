import { badParameters, AppError } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { headsOf, type CampaignHead } from './campaign-head.ts'
import { columnsOf, totalsOf } from './campaign-results.ts'
import { linesOf } from './lines.ts'

/** So many stand side by side at most. */
const most = 6

/** Two or more campaigns on the same content, oldest first, in the groups of the newest one (CMP-20). */
export async function comparisonOf(tx: Tx, grant: Grant, ids: string) {
  const wanted = [...new Set(ids.split(',').filter(Boolean).map(Number))]
  if (wanted.some((id) => !Number.isSafeInteger(id) || id < 1)) throw badParameters({ ids: [{ key: 'kit.errors.invalid_value' }] })
  if (wanted.length < 2 || wanted.length > most) throw new AppError('INVALID', 'campaigns.results.errors.two_campaigns')
  const heads = (await headsOf(tx, grant, wanted)).toSorted((a, b) => (a.date_start ?? '').localeCompare(b.date_start ?? '') || a.id - b.id)
  const newest = heads.at(-1)
  if (heads.length < wanted.length || !newest) throw notFound()
  const content = (head: CampaignHead) => `${head.policy_id} ${head.questionnaire_id}`
  if (heads.some((head) => content(head) !== content(newest))) throw new AppError('INVALID', 'campaigns.results.errors.other_content')
  const lines = await linesOf(tx, wanted)
  const { top } = await columnsOf(tx, newest)
  const lasting = (part: (typeof top)[number]) => part.identifier ?? part.name_en ?? part.name_fr ?? part.key
  const campaigns = []
  // Versions of the same policy are few: each is read once.
  const known = new Map<string, Awaited<ReturnType<typeof columnsOf>>>()
  for (const head of heads) {
    const version = `${head.policy_version_id} ${head.questionnaire_id} ${head.edition}`
    const theirs = known.get(version) ?? (await columnsOf(tx, head))
    known.set(version, theirs)
    const keys = new Map(theirs.asked.parts.map((part) => [lasting(part), part.key]))
    const columns = top.map((part) => ({ ...part, key: keys.get(lasting(part)) ?? '' }))
    const totals = totalsOf(
      lines.filter(({ campaign }) => campaign === head.id),
      columns,
    )
    campaigns.push({ id: head.id, name: head.name, date: head.date_start, ...totals })
  }
  const { lang } = grant.who
  const parts = top.map((part) => ({
    key: part.key,
    identifier: part.identifier,
    name: (lang === 'fr' ? (part.name_fr ?? part.name_en) : (part.name_en ?? part.name_fr)) ?? part.identifier,
  }))
  return { parts, campaigns }
}
