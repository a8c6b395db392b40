import { useEffect, useState } from 'react'
import type { reviewsOfAction } from '#areas/reviews/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { watchWrites } from '#kit/web/api/queries.ts'
import { useRight } from '#kit/web/api/session.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'

const ActionReviews = lazy(async () => {
  const words = (['reviews', 'actions', 'measures', 'incidents', 'exemptions', 'gaps', 'policies', 'organisation', 'people'] as const).map((area) =>
    loadWords(area),
  )
  const [module] = await Promise.all([import('#areas/reviews/web/action-reviews.tsx'), ...words])
  return { default: module.ActionReviews }
})

const actionOf = (path: string) => Number(/^\/remediation\/(\d+)$/.exec(path)?.[1] ?? 0)

/** Once an action has ended, wherever that was said, what waits for it is offered to be closed at once (ACT-26). */
export function ActionReviewsHost() {
  const may = useRight('review.write')
  const [action, setAction] = useState<number>()
  useEffect(() => {
    if (!may) return undefined
    return watchWrites(({ entities, path }) => {
      const id = actionOf(path)
      if (id === 0 || entities === 'all' || !entities.includes('review')) return
      void api.call<typeof reviewsOfAction>('GET /remediation/{id}/review', { params: { id } }).then(
        ({ objects }) => {
          if ((objects as readonly { readonly status: string }[]).some(({ status }) => status === 'OPEN')) setAction(id)
        },
        // They are found among the reviews.
        () => {},
      )
    })
  }, [may])
  return action === undefined ? null : (
    <Suspense fallback={null}>
      <ActionReviews key={action} action={action} onClose={() => setAction(undefined)} />
    </Suspense>
  )
}
