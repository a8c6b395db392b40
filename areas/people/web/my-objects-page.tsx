import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { listOwnObjects, OwnObject } from '#areas/people/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import type { EntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { Block, BlockGrid, Page as Sheet, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { useView } from '#kit/web/ui/use-view.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import styles from './my-objects.module.css'

/** Everything assigned to the reader or their groups, by kind: what is still to do, and apart from it what is over (NAV-14). */
export function Page() {
  const t = useWords('people')
  const format = useFormat()
  const [view, look] = useView<'show'>()
  const closed = view.show === 'over'
  const list = useQuery({
    queryKey: ['assigned_objects', 'own', closed],
    queryFn: () => api.call<typeof listOwnObjects>('GET /user/objects', { query: { closed: closed ? 'true' : 'false' } }),
    placeholderData: keepPreviousData,
  })
  if (list.error) return <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows count={12} />
  const { objects, counts } = list.data
  if (counts.open + counts.closed === 0) return <EmptyState title={t('mine.empty')} text={t('mine.empty_text')} />
  return (
    <Sheet canvas>
      <PageToolbar>
        <Segmented
          label={t('pages.my_objects')}
          value={closed ? 'closed' : 'open'}
          onChange={(which) => look({ show: which === 'closed' ? 'over' : null })}
          options={[
            { value: 'open', label: t('mine.to_do', { count: format.number(counts.open) }) },
            { value: 'closed', label: t('mine.over', { count: format.number(counts.closed) }) },
          ]}
        />
        <Spring />
        <Link to={path('/absences')}>{t('pages.absences')}</Link>
      </PageToolbar>
      {list.isPlaceholderData ? (
        <SkeletonRows count={12} />
      ) : objects.length === 0 ? (
        <EmptyState title={t(closed ? 'mine.nothing_over' : 'mine.nothing_to_do')} />
      ) : (
        <BlockGrid>
          {Object.entries(Object.groupBy(objects, ({ entity }) => entity)).map(([entity, own = []]) => (
            <Suspense key={entity} fallback={<SkeletonRows count={3} />}>
              <Kind entity={entity} area={own[0]?.area ?? 'people'} objects={own} />
            </Suspense>
          ))}
        </BlockGrid>
      )}
    </Sheet>
  )
}

function Kind({ entity, area, objects }: { readonly entity: string; readonly area: string; readonly objects: readonly OwnObject[] }) {
  const t = useWords('people')
  const format = useFormat()
  const words = useKindWords(area, entity)
  return (
    <Block title={words.many} sub={t(objects[0]?.open ? 'mine.open' : 'mine.closed', { count: objects.length })}>
      <Box as="ul" above={4} className={styles.list}>
        {objects.map((object) => (
          <Row gap={12} rowGap={4} as="li" wrap align="center" edge="soft-below" key={object.id} data-settled={!object.open || undefined}>
            <Name object={object} />
            {object.stands_for ? (
              <Text size={12} tone="soft">
                {t('mine.stands_for', { name: object.stands_for.name, date: format.date(object.stands_for.until) })}
              </Text>
            ) : null}
            {object.by_group ? <Users size={14} strokeWidth={1.75} aria-label={t('mine.by_group')} /> : null}
            <span className={styles.due}>{object.due ? <DueDate date={object.due} open={object.open} /> : null}</span>
            <span className={styles.status}>
              <Standing object={object} words={words} />
            </span>
          </Row>
        ))}
      </Box>
    </Block>
  )
}

function Standing({ object: { status, situation }, words }: { readonly object: OwnObject; readonly words: EntityWords }) {
  const [field, value] = situation ? (['situation', situation] as const) : (['status', status] as const)
  return value ? <StatusBadge {...lookOf(value)}>{words.choice(field, value)}</StatusBadge> : null
}

function Name({ object: { entity, id, object } }: { readonly object: OwnObject }) {
  const page = pageOfEntity(entity)
  const text = (
    <>
      <Text rigid tone="quiet" figures className={styles.identifier}>
        {object.identifier ?? ''}
      </Text>
      <Text cut className={styles.name}>
        {object.name}
      </Text>
    </>
  )
  return page ? (
    <Link to={path(page.path, { id })} className={styles.object}>
      {text}
    </Link>
  ) : (
    <span className={styles.object}>{text}</span>
  )
}
