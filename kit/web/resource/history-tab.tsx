import { useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useFieldContexts } from './entity-columns.tsx'
import { fieldOfKey } from './form-values.ts'
import css from './record-tabs.module.css'

interface HistoryEntry {
  readonly version: number
  readonly at: string
  readonly actor: { readonly id: number; readonly name: string } | null
  /** Who acted in the actor's name. */
  readonly impersonator: { readonly id: number; readonly name: string } | null
  /** `create`, `update`, `delete` or a transition's own name. */
  readonly action: string
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

/** Who changed what, newest first, each value in the words of its field. */
export function HistoryTab({ entity, id }: { readonly entity: EntityDef; readonly id: RowId }) {
  const t = useWords('kit')
  const format = useFormat()
  const contextOf = useFieldContexts(entity)
  const { data, error, refetch } = useQuery({
    queryKey: [entity.name, 'history', id],
    queryFn: ({ signal }) => api.get<ListAnswer<HistoryEntry>>(`/${entity.name}/${id}/history`, { signal }),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  if (!data.objects.length) return <EmptyState title={t('record.no_history')} />
  const whoOf = ({ actor, impersonator }: HistoryEntry) =>
    impersonator && actor ? t('record.acting_as', { impersonator: impersonator.name, actor: actor.name }) : (actor?.name ?? 'Vigie')
  const actionWord = (action: string) =>
    action === 'create' || action === 'update' || action === 'delete'
      ? t(`record.history_action.${action}`)
      : (contextOf(entity.title).words.word(`actions.${action}`) ?? action)
  return (
    <ol className={css.history}>
      {data.objects.map((entry) => (
        <li key={`${entry.version} ${entry.at} ${entry.action}`}>
          <header>
            {entry.actor ? <Avatar name={entry.actor.name} /> : null}
            <b>{whoOf(entry)}</b>
            <span>{actionWord(entry.action)}</span>
            <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
          </header>
          {entry.changes.length ? (
            <dl>
              {entry.changes.map(({ field: key, before, after }) => {
                const context = contextOf(fieldOfKey(entity, key) ?? key)
                const say = kinds[context.field.kind].text(context)
                return (
                  <div key={key}>
                    <dt>{context.words.field(context.name)}</dt>
                    <dd>
                      {entry.action === 'create' ? null : (
                        <>
                          <VisuallyHidden>{t('record.before')} </VisuallyHidden>
                          <del>{say(before) || '—'}</del>
                          <span aria-hidden> → </span>
                          <VisuallyHidden> {t('record.after')} </VisuallyHidden>
                        </>
                      )}
                      <ins>{say(after) || '—'}</ins>
                    </dd>
                  </div>
                )
              })}
            </dl>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
