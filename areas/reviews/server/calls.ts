import { only } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { countLookedUp, figureCount } from '#kit/server/data/resources/figures.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { onward } from '#kit/server/access/authorize.ts'
import { sql } from 'kysely'
import { cachedScores } from '#areas/scores/server/index.ts'
import { closeByImplementing, countChoices, countReviews, readEffect, reviewsOfAction } from '#areas/reviews/contract/calls.ts'
import { openReviews } from '#areas/reviews/contract/figures.ts'
import { implementAndClose } from './closing.ts'
import { effectOf } from './effect.ts'
import { withNested } from './review-objects.ts'
import { reviews } from './resource.ts'

/** What the kit does not derive for reviews. */
export function reviewCalls(api: Api, resources: Resources): void {
  handle(api, 'review', countReviews, async ({ tx, who }) => {
    const row = await tx.first(sql<{ count: number }>`select ${figureCount(reviews, openReviews.open, who, tx.today)}::int as count`)
    return { count: row?.count ?? 0 }
  })

  // The open ones are read once for all choices.
  handle(api, 'review', countChoices, async ({ tx, grant, who }) => {
    const t = rowRef('t')
    const open: { readonly filters: Filter[]; readonly global_search: '' } = { filters: [...openReviews.open.filters(tx.today)], global_search: '' }
    const counts = await countLookedUp(tx, grant, reviews, openReviews, listConditions(reviews, open, reviews.rules.read(t, who), t, who))
    return { object: counts ?? {} }
  })

  handle(api, 'review', readEffect, async ({ tx, grant, params, translate }) => {
    const effect = await effectOf(tx, grant, resources, cachedScores(api), params.id)
    return { object: { ...effect, refusal: effect.refusal && translate(effect.refusal) } }
  })

  handle(api, 'review', closeByImplementing, async ({ tx, grant, params, body, translate }) => {
    await implementAndClose({ tx, grant, resources }, params.id, body)
    return { message: translate('reviews.entities.review.now.CLOSED'), object: await getRow(tx, grant, reviews, resources, params.id) }
  })

  handle(api, 'remediation', reviewsOfAction, async ({ tx, grant, params }) => {
    const actions = resourceOf(resources, 'remediation')
    await getRow(tx, onward(grant, actions.def, 'read'), actions, resources, params.id)
    const { objects } = await listPage(tx, grant, reviews, resources, {
      sort: [{ name: 'closed', order: 'asc' }],
      filters: [only('remediation', params.id)],
      global_search: '',
      per_page: 100,
      page: 1,
    })
    return { objects: await withNested(tx, resources, objects) }
  })
}
