import { useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Linked } from '#kit/contract/linked.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { shownCode } from '#kit/web/ui/shown-code.ts'
import { asOfCall } from './list-api.ts'
import css from './linked-tab.module.css'

/** What names an object, or named it at the end of a day, by the link that names it: how many there are, the first of them, and the way to them all. */
export function LinkedTab({ entity, id, asOf }: { readonly entity: EntityDef; readonly id: RowId; readonly asOf?: string | undefined }) {
  const t = useWords('kit')
  const { data, error, refetch } = useQuery({
    queryKey: ['linked', entity.name, id, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => api.get<ListAnswer<Linked>>(`/${entity.name}/${id}/linked`, { signal, ...asOfCall(asOf) }),
    // What is linked changes with the rows of other entities.
    staleTime: 0,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  if (!data.objects.length) return <EmptyState title={t('record.linked_none')} />
  return data.objects.map((group) => (
    <Suspense key={`${group.entity} ${group.field}`} fallback={<SkeletonRows count={2} />}>
      <Group group={group} asOf={asOf} />
    </Suspense>
  ))
}

function Group({ group: { entity, area, field, count, filter, objects }, asOf }: { readonly group: Linked; readonly asOf: string | undefined }) {
  const words = useKindWords(area, entity)
  const label = words.word(`linked.${field}`) ?? words.many
  const t = useWords('kit')
  const page = pageOfEntity(entity)
  const all = rowsOf(entity, [filter], asOf)
  return (
    <section className={css.group}>
      <h3>
        <span>{label}</span> <CountLink count={count} to={all} label={label} />
      </h3>
      <ul>
        {objects.map((object) => {
          const text = (
            <>
              {shownCode(object.identifier) ? <span className={css.identifier}>{shownCode(object.identifier)}</span> : null}
              <span className={css.name}>{object.name}</span>
            </>
          )
          return (
            <li key={object.id}>
              {page ? (
                <Link to={path(page.path, { id: object.id, ...(asOf && { as_of: asOf }) })} className={css.object}>
                  {text}
                </Link>
              ) : (
                <span className={css.object}>{text}</span>
              )}
              {object.due ? <DueDate date={object.due} open={object.open} asOf={asOf} /> : null}
              {object.state ? (
                <StatusBadge {...lookOf(object.state.value, `${entity}.${object.state.field}`)}>
                  {words.choice(object.state.field, object.state.value)}
                </StatusBadge>
              ) : null}
            </li>
          )
        })}
      </ul>
      {all && count > objects.length ? (
        <Link to={all} className={css.all} aria-label={t('labelled', { label: t('actions.see_all'), value: label })}>
          {t('actions.see_all')}
        </Link>
      ) : null}
    </section>
  )
}
