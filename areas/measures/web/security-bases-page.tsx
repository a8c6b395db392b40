import { Building2, ListTree, ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { measure } from '#areas/measures/contract/measure.ts'
import type { ViewContext, ViewsOf } from '#kit/web/resource/list-props.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { MeasureList } from './measure-list.tsx'
import { PerimetersView } from './perimeters-view.tsx'
import { PoliciesView } from './policies-view.tsx'

const ModelsView = lazy(async () => ({ default: (await import('./by-model/models-view.tsx')).ModelsView }))

/** The security bases of the organisation: their measures, by perimeter, by policy (MEA-16). */
export function Page() {
  const t = useWords('measures')
  const views = useMemo(
    () =>
      ({
        models: {
          label: t('views.models'),
          icon: ListTree,
          past: true,
          render: (context: ViewContext) => (
            <Suspense fallback={<SkeletonRows count={16} />}>
              <ModelsView {...context} />
            </Suspense>
          ),
        },
        perimeters: { label: t('views.perimeters'), icon: Building2, past: true, render: () => <PerimetersView /> },
        policies: { label: t('views.policies'), icon: ScrollText, past: true, render: () => <PoliciesView /> },
      }) satisfies ViewsOf<typeof measure>,
    [t],
  )
  // Without the second version of the page there is the list of perimeters, each leading to its measures.
  if (useSession().flags.security_base_v2 === false) return <PerimetersView />
  return <MeasureList list="measure" views={views} />
}
