import type { Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { countFigures } from '#kit/server/data/resources/figures.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import type { ActionMonth, ActionSeries, ListLink } from '#areas/dashboards/contract/calls.ts'
import { monthsBefore, type ActionCounts } from '#areas/actions/server/index.ts'
import { scopeOf } from './scope.ts'

/** The last twelve months up to a day, its own last, as they ended; of what the reader may see now. */
export async function actionMonths(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  place: Parameters<typeof scopeOf>[1],
): Promise<{ objects: ActionMonth[]; links: Record<ActionSeries, ListLink> }> {
  const { day, within } = await scopeOf(tx, place)
  // Months that are over have been; what is now leads to its lists, and is counted as they do.
  const [past, now] = await Promise.all([
    monthsBefore(tx, grant.who, resources, within, day, 11),
    countFigures(tx, grant, resourceOf(resources, 'remediation'), series, within, day),
  ])
  const named = ({ day: end, finished, ongoing, planned, late }: ActionCounts & { readonly day: string }) => ({
    month: end.slice(0, 7),
    finished,
    ongoing,
    planned,
    late,
  })
  return { objects: [...past, { day, ...now }].map(named), links: actionLinks(day, within) }
}

/** What the current month's figures count, each by its own list. */
const series: Readonly<Record<ActionSeries, Figure>> = {
  finished: actionFigures.finished_this_month,
  ongoing: actionFigures.ongoing_on_time,
  planned: actionFigures.to_begin_on_time,
  late: actionFigures.late,
}

/** The lists that show what the last month's figures count. */
const actionLinks = (today: string, within: readonly Filter[]) =>
  Object.fromEntries(
    Object.entries(series).map(([name, figure]) => [name, { entity: 'remediation', filters: [...figure.filters(today), ...within] }]),
  ) as Record<ActionSeries, ListLink>
