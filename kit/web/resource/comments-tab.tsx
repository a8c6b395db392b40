import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAway } from '#kit/web/ui/use-away.ts'
import { CommentItem, type Comment } from './comment-item.tsx'
import { MentionBox } from './mention-box.tsx'
import type { Person } from './mention-text.ts'
import { asOfCall } from './list-api.ts'
import css from './record-tabs.module.css'
import { unsentComments, type UnsentComment, type Written } from './unsent-comments.ts'

interface Removed {
  readonly id: number
  readonly author: Person | null
  readonly removed_at: string
}

interface CommentsAnswer {
  readonly objects: readonly Comment[]
  readonly removed: readonly Removed[]
  readonly add_right: boolean
}

const nothingWritten: Written = { text: '', chosen: [] }

/** What people said about a row, and a place to say more for those who may; of a day gone by what had been said by its end. */
export function CommentsTab({ entity, id, asOf }: { readonly entity: EntityDef; readonly id: RowId; readonly asOf?: string | undefined }) {
  const t = useWords('kit')
  const format = useFormat()
  const { waiting } = useSyncExternalStore(unsentComments.subscribe, unsentComments.read)
  const [written, setWritten] = useState<Written>(() => unsentComments.draftOf(entity.name, id) ?? nothingWritten)
  const change = (next: Partial<Written>) => setWritten((now) => ({ ...now, ...next }))
  useEffect(() => {
    if (written.text !== (unsentComments.draftOf(entity.name, id)?.text ?? '')) unsentComments.draft(entity.name, id, written)
  }, [entity, id, written])
  const queryKey = [entity.name, 'comments', id, ...(asOf ? [asOf] : [])]
  const path = `/${entity.name}/${id}/comments`
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => api.get<CommentsAnswer>(path, { signal, ...asOfCall(asOf) }) })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />

  const write = async (send: () => Promise<unknown>) => {
    try {
      await send()
      await queryClient.invalidateQueries({ queryKey })
      return true
    } catch (reason) {
      toast.error(failureText(reason))
      return false
    }
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!written.text.trim()) return
    unsentComments.add(entity.name, id, written)
    setWritten(nothingWritten)
  }
  const remove = async (comment: Comment) => {
    if (
      (await confirm({ title: t('record.comment_delete'), message: t('record.comment_delete_text'), confirm: t('actions.delete'), danger: true })) &&
      (await write(() => api.del(`/comment/${comment.id}`)))
    )
      toast.success(t('record.comment_deleted'))
  }
  const own = asOf ? [] : waiting.filter((one) => one.entity === entity.name && String(one.id) === String(id))
  const comments = [...data.objects, ...data.removed].toSorted((a, b) => a.id - b.id)
  return (
    <div className={css.comments}>
      {data.add_right ? (
        <form onSubmit={add}>
          <MentionBox
            label={t('record.comment')}
            entity={entity.name}
            id={id}
            text={written.text}
            onChange={(text) => change({ text })}
            onChoose={(person) => setWritten((now) => ({ ...now, chosen: [...now.chosen, person] }))}
          />
          <Button type="submit" size="sm" needsServer={false} disabled={!written.text.trim()}>
            {t('actions.send')}
          </Button>
        </form>
      ) : null}
      {own.length > 0 ? (
        <ul>
          {own.map((one) => (
            <UnsentItem
              key={one.key}
              comment={one}
              onEdit={() => {
                unsentComments.drop(one.key)
                change({ text: [one.text, written.text].filter(Boolean).join('\n'), chosen: [...one.chosen, ...written.chosen] })
              }}
            />
          ))}
        </ul>
      ) : null}
      {comments.length ? (
        <ul>
          {comments.map((one) =>
            'text' in one ? (
              <CommentItem
                key={one.id}
                entity={entity.name}
                id={id}
                comment={one}
                settles={data.add_right}
                onRemove={() => void remove(one)}
                onChange={(body) => write(() => api.put(`/comment/${one.id}`, { text: body }))}
                onResolve={(resolved) => void write(() => api.put(`/comment/${one.id}/resolved`, { resolved }))}
              />
            ) : (
              <li key={one.id} className={css.trace}>
                {t('record.comment_removed', { name: one.author?.name ?? t('record.comment_nobody') })}
                <time dateTime={one.removed_at}>{format.dateTime(one.removed_at)}</time>
              </li>
            ),
          )}
        </ul>
      ) : own.length > 0 ? null : (
        <p className={css.none}>{t('record.no_comment')}</p>
      )}
    </div>
  )
}

/** A comment that has not arrived: until then its writer has it back as soon as they like. */
function UnsentItem({ comment, onEdit }: { readonly comment: UnsentComment; readonly onEdit: () => void }) {
  const t = useWords('kit')
  const away = useAway()
  const { text, why } = comment
  const late = comment.late ?? away !== undefined
  useEffect(() => {
    if (away) unsentComments.areLate()
  }, [away])
  const takeBack = () => {
    unsentComments.drop(comment.key)
    toast.success(t('record.comment_taken_back'), { action: { label: t('actions.undo'), run: () => unsentComments.putBack(comment) } })
  }
  return (
    <li className={css.unsent}>
      <header>
        <span role={why ? 'alert' : 'status'}>
          {why ? t('record.comment_refused', { why }) : t(late ? 'record.comment_waiting' : 'record.comment_sending')}
        </span>
        <IconButton size="sm" label={t('record.comment_edit')} onClick={onEdit}>
          <Pencil size={13} />
        </IconButton>
        <IconButton size="sm" label={t('record.comment_take_back')} onClick={takeBack}>
          <Trash2 size={13} />
        </IconButton>
      </header>
      <p>{text}</p>
    </li>
  )
}
