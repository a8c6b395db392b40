import { useQuery } from '@tanstack/react-query'
import type { readAbout } from '#kit/contract/about.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Block, BlockGrid, Facts, Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'

/** Which version of the product answers, and under which licence it stands. */
export function Page() {
  const words = useWords('app')
  const about = useQuery({ queryKey: ['about'], queryFn: ({ signal }) => api.call<typeof readAbout>('GET /about', { signal }) })
  return (
    <Sheet canvas>
      <BlockGrid>
        <Block title={words('product')} span={6}>
          {about.error ? <ErrorState reason={about.error} onRetry={() => void about.refetch()} /> : null}
          {about.isPending ? <SkeletonRows count={3} /> : null}
          {about.data ? (
            <Facts
              facts={[
                [words('about.version'), about.data.object.version],
                [words('about.licence'), 'Apache-2.0'],
                [words('about.notices'), words('about.notices_text')],
              ]}
            />
          ) : null}
        </Block>
      </BlockGrid>
    </Sheet>
  )
}
