import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { CommentItem, type Comment } from './comment-item.tsx'
import { MentionBox } from './mention-box.tsx'
import { sentText, type Person } from './mention-text.ts'
import { asOfCall } from './list-api.ts'
import css from './record-tabs.module.css'

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

/** What people said about a row, and a place to say more for those who may; of a day gone by what had been said by its end. */
export function CommentsTab({ entity, id, asOf }: { readonly entity: EntityDef; readonly id: RowId; readonly asOf?: string | undefined }) {
  const t = useWords('kit')
  const format = useFormat()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const [sending, setSending] = useState(false)
  const queryKey = [entity.name, 'comments', id, ...(asOf ? [asOf] : [])]
  const path = `/${entity.name}/${id}/comments`
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => api.get<CommentsAnswer>(path, { signal, ...asOfCall(asOf) }) })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />

  const write = async (send: () => Promise<unknown>) => {
    setSending(true)
    try {
      await send()
      await queryClient.invalidateQueries({ queryKey })
      return true
    } catch (reason) {
      toast.error(failureText(reason))
      return false
    } finally {
      setSending(false)
    }
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    // What was typed meanwhile stays.
    if (await write(() => api.post(path, { text: sentText(text.trim(), chosen) }))) setText((now) => (now === text ? '' : now))
  }
  const remove = async (comment: Comment) => {
    if (
      (await confirm({ title: t('record.comment_delete'), message: t('record.comment_delete_text'), confirm: t('actions.delete'), danger: true })) &&
      (await write(() => api.del(`/comment/${comment.id}`)))
    )
      toast.success(t('record.comment_deleted'))
  }
  const said = [...data.objects, ...data.removed].toSorted((a, b) => a.id - b.id)
  return (
    <div className={css.comments}>
      {data.add_right ? (
        <form onSubmit={(event) => void add(event)}>
          <MentionBox
            label={t('record.comment')}
            entity={entity.name}
            id={id}
            text={text}
            onChange={setText}
            onChoose={(person) => setChosen([...chosen, person])}
          />
          <Button type="submit" size="sm" disabled={!text.trim()} loading={sending}>
            {t('actions.send')}
          </Button>
        </form>
      ) : null}
      {said.length ? (
        <ul>
          {said.map((one) =>
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
      ) : (
        <p className={css.none}>{t('record.no_comment')}</p>
      )}
    </div>
  )
}
