import { LazyResults } from '#areas/campaigns/web/index.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'

/** What a campaign of a project has come to: the page of the campaign, below its project (NAV-22, PRJ-16). */
export const Page = () => (
  <Suspense fallback={<SkeletonRows count={14} />}>
    <LazyResults />
  </Suspense>
)
