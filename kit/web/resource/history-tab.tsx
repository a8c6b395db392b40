import { useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useFieldContexts } from './entity-columns.tsx'
import { sayAction, sayChanges } from './history-words.ts'
import { asOfCall } from './list-api.ts'
import css from './record-tabs.module.css'

/** Who changed what, newest first, each value in the words of its field; by the end of a day where one is given. */
export function HistoryTab({ entity, id, asOf }: { readonly entity: EntityDef; readonly id: RowId; readonly asOf?: string | undefined }) {
  const t = useWords('kit')
  const format = useFormat()
  const contextOf = useFieldContexts(entity)
  const { data, error, refetch } = useQuery({
    queryKey: [entity.name, 'history', id, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => api.get<ListAnswer<HistoryEntry>>(`/${entity.name}/${id}/history`, { signal, ...asOfCall(asOf) }),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  if (!data.objects.length) return <EmptyState title={t('record.no_history')} />
  const whoOf = ({ actor, impersonator }: HistoryEntry) =>
    impersonator && actor ? t('record.acting_as', { impersonator: impersonator.name, actor: actor.name }) : (actor?.name ?? 'Vigie')
  return (
    <ol className={css.history}>
      {data.objects.map((entry) => (
        <li key={`${entry.version} ${entry.at} ${entry.action}`}>
          <header>
            {entry.actor ? <Avatar name={entry.actor.name} /> : null}
            <b>{whoOf(entry)}</b>
            <span>{sayAction(entity, entry, contextOf)}</span>
            <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
          </header>
          {entry.changes.length ? (
            <dl>
              {sayChanges(entity, entry, contextOf).map(({ key, label, before, after, lines }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    {lines ? (
                      lines.map((line, at) => <div key={at}>{line}</div>)
                    ) : (
                      <>
                        {entry.action === 'create' ? null : (
                          <>
                            <VisuallyHidden>{t('record.before')} </VisuallyHidden>
                            <del>{before || '—'}</del>
                            <span aria-hidden> → </span>
                            <VisuallyHidden> {t('record.after')} </VisuallyHidden>
                          </>
                        )}
                        <ins>{after || '—'}</ins>
                      </>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
