import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Suspense } from 'react'
import type { listOwnObjects, OwnObject } from '#areas/people/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import type { EntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { Block, BlockGrid, Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import styles from './my-objects.module.css'

/** Everything assigned to the reader or their groups, by kind, what is still to do first (NAV-14). */
export function Page() {
  const t = useWords('people')
  const list = useQuery({ queryKey: ['assigned_objects', 'own'], queryFn: async () => (await api.call<typeof listOwnObjects>('GET /user/objects')).objects })
  if (list.error) return <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows count={12} />
  if (list.data.length === 0) return <EmptyState title={t('mine.empty')} text={t('mine.empty_text')} />
  const byEntity = Object.groupBy(list.data, ({ entity }) => entity)
  return (
    <Sheet canvas>
      <BlockGrid>
        {Object.entries(byEntity).map(([entity, objects = []]) => (
          <Suspense key={entity} fallback={<SkeletonRows count={3} />}>
            <Kind entity={entity} area={objects[0]?.area ?? 'people'} objects={objects} />
          </Suspense>
        ))}
      </BlockGrid>
    </Sheet>
  )
}

function Kind({ entity, area, objects }: { readonly entity: string; readonly area: string; readonly objects: readonly OwnObject[] }) {
  const t = useWords('people')
  const words = useKindWords(area, entity)
  const sorted = objects.toSorted((a, b) => Number(b.open) - Number(a.open))
  return (
    <Block title={words.many} sub={t('mine.open', { count: objects.filter(({ open }) => open).length })}>
      <ul className={styles.list}>
        {sorted.map((object) => (
          <li key={object.id} data-settled={!object.open || undefined}>
            <Name object={object} />
            {object.by_group ? <Users size={14} strokeWidth={1.75} aria-label={t('mine.by_group')} /> : null}
            <span className={styles.due}>{object.due ? <DueDate date={object.due} open={object.open} /> : null}</span>
            <span className={styles.status}>
              <Standing object={object} words={words} />
            </span>
          </li>
        ))}
      </ul>
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
      <span className={styles.identifier}>{object.identifier ?? ''}</span>
      <span className={styles.name}>{object.name}</span>
    </>
  )
  return page ? (
    <Link to={page.path} search={{ id }} className={styles.object}>
      {text}
    </Link>
  ) : (
    <span className={styles.object}>{text}</span>
  )
}
