import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EvidenceBehind as Piece, evidenceBehind } from '#areas/evidence/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './evidence-behind.module.css'
import { useEnd } from './presentation.tsx'

interface BehindProps {
  /** What it is behind: measures, or a requirement, everywhere or in one perimeter. */
  readonly of: { readonly measures: readonly number[] } | { readonly requirement: number; readonly perimeter?: number | undefined }
  /** What would prove it, in words of its own. */
  readonly would?: ReactNode
  /** How somebody adds to it. */
  readonly add?: ReactNode
}

/** What proves a measure or a requirement: each piece with how long it holds, where it comes from and who put it in, counted as the list of evidence counts it. */
export function EvidenceBehind({ of, would, add }: BehindProps) {
  const t = useWords('evidence')
  const asOf = useAsOf()
  const asked = 'measures' in of ? { measures: of.measures.join(',') } : of
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', 'behind', asked, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }): Promise<AnswerOf<typeof evidenceBehind>> =>
      api.call<typeof evidenceBehind>('GET /evidence/behind', { query: { ...asked, ...(asOf && { as_of: asOf }) }, signal }),
    // It changes with what actions and recurring tasks show.
    staleTime: 0,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  const { count, filter, objects } = data.object
  const all = rowsOf('evidence', [filter], asOf)
  const hint = (
    <>
      {would ? (
        <>
          <h3>{t('behind.would')}</h3>
          {would}
        </>
      ) : null}
      {add}
    </>
  )
  if (count === 0)
    return (
      <section className={css.behind}>
        <EmptyState title={t('behind.none')} text={t('measures' in of ? 'behind.of_measure' : 'behind.of_requirement')} />
        {hint}
      </section>
    )
  return (
    <section className={css.behind}>
      <h3>
        <span>{t('behind.title')}</span> <CountLink count={count} to={all} label={t('behind.title')} />
      </h3>
      <ul>
        {objects.map((piece) => (
          <Suspense key={piece.id} fallback={<SkeletonRows count={2} />}>
            <PieceLine piece={piece} one={'measures' in of && of.measures.length === 1} />
          </Suspense>
        ))}
      </ul>
      {all && count > objects.length ? <Link to={all}>{t('behind.count', { count })}</Link> : null}
      {add}
    </section>
  )
}

/** `one`: all of it is of one measure, which need not be named. */
function PieceLine({ piece, one }: { readonly piece: Piece; readonly one: boolean }) {
  const t = useWords('evidence')
  const format = useFormat()
  const asOf = useAsOf()
  const ends = useEnd(piece)
  const page = pageOfEntity('evidence')
  const { id, identifier, name, state, valid_until: until, author, date, sources, found } = piece
  const text = (
    <>
      <span>{identifier}</span> {name}
    </>
  )
  return (
    <li>
      <div>
        {page ? (
          <Link to={path(page.path, { id, as_of: asOf })} className={css.name}>
            {text}
          </Link>
        ) : (
          <span className={css.name}>{text}</span>
        )}
        <StatusBadge {...lookOf(state, 'evidence.state')}>{t(`entities.evidence.choices.state.${state}`)}</StatusBadge>
      </div>
      <Text as="p" size={12} tone="quiet">
        {[
          until ? ends : null,
          date ? (author ? t('behind.added', { name: author.name ?? '', date: format.date(date) }) : t('behind.added_on', { date: format.date(date) })) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Text as="p" size={12} tone="quiet">
        {sources.map((source, at) => (
          <span key={at}>
            {at > 0 ? ', ' : null}
            <Source {...source} {...(one && { measure: null })} />
          </span>
        ))}
        {found > sources.length ? ` ${t('behind.others', { count: found - sources.length })}` : null}
      </Text>
    </li>
  )
}

function Source({ entity, row, measure }: Piece['sources'][number]) {
  const t = useWords('evidence')
  if (!row) return t('behind.hidden')
  return (
    <>
      {t('behind.from')} <Named entity={entity} row={row} />
      {measure ? (
        <>
          {' · '}
          <Named entity="measure" row={measure} />
        </>
      ) : null}
    </>
  )
}

/** An object by its kind and name, and the way to it where the reader has one. */
function Named({ entity, row: { id, identifier, name } }: { readonly entity: string; readonly row: NonNullable<Piece['sources'][number]['row']> }) {
  const asOf = useAsOf()
  const page = pageOfEntity(entity)
  const { one } = useKindWords(page?.area ?? 'kit', entity)
  const called = [page ? one : null, identifier, name].filter(Boolean).join(' ')
  return page ? <Link to={path(page.path, { id, as_of: asOf })}>{called}</Link> : called
}
