import type { WeekObject } from '#areas/people/contract/holder-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ObjectLink } from './holder-points.tsx'
import { useWeek } from './holders-api.ts'
import css from './holders.module.css'

interface WeekProps {
  readonly id: number
  readonly name: string
  readonly week: number
  readonly monday: string
  readonly onClose: () => void
}

/** What of somebody's is due in a week: the rows that its cell counts. */
export function WeekPanel({ id, name, week, monday, onClose }: WeekProps) {
  const t = useWords('people')
  const format = useFormat()
  const { data, error, refetch } = useWeek(id, week)
  return (
    <SidePanel
      title={t('holders.week_title', { name, monday: format.date(monday) })}
      facts={week === 0 ? t('holders.week_first') : t('holders.week_facts')}
      about={<span>{t('pages.holders')}</span>}
      id={id}
      rows={[]}
      onOpen={onClose}
      foot={<Text size={12}>{data ? t('holders.week_count', { count: data.total }) : ''}</Text>}
    >
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={5} />
      ) : data.objects.length === 0 ? (
        <EmptyState title={t('holders.week_none')} />
      ) : (
        [...Map.groupBy(data.objects, ({ entity }) => entity)].map(([entity, some]) => (
          <Suspense key={entity} fallback={<SkeletonRows count={2} />}>
            <Kind entity={entity} area={some[0]?.area ?? 'people'} objects={some} />
          </Suspense>
        ))
      )}
    </SidePanel>
  )
}

function Kind({ entity, area, objects }: { readonly entity: string; readonly area: string; readonly objects: readonly WeekObject[] }) {
  const t = useWords('people')
  const format = useFormat()
  const words = useKindWords(area, entity)
  return (
    <Box as="section" above={12}>
      <Text as="h3" size={13} weight={600}>
        {words.many}
      </Text>
      <Box as="ul">
        {objects.map((one) => (
          <Row as="li" key={`${one.id} ${one.due}`} gap={10} padY={6} align="center" edge="soft-below">
            <Text rigid tone="quiet" figures className={css.identifier}>
              {one.object.identifier ?? ''}
            </Text>
            <Text grow narrows breaks>
              <ObjectLink {...one} />
            </Text>
            <Text rigid size={12} tone="soft" figures>
              {one.times === null ? format.date(one.due) : t('holders.times', { count: one.times })}
            </Text>
          </Row>
        ))}
      </Box>
    </Box>
  )
}
