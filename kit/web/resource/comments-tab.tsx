import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './record-tabs.module.css'

interface Comment {
  readonly id: number
  readonly text: string
  readonly author: { readonly id: number; readonly name: string } | null
  readonly created_at: string
  readonly edit_right?: boolean
  readonly delete_right?: boolean
}

interface CommentsAnswer extends ListAnswer<Comment> {
  readonly add_right: boolean
}

/** What people said about a row, and a place to say more for those who may. */
export function CommentsTab({ entity, id }: { readonly entity: EntityDef; readonly id: RowId }) {
  const t = useWords('kit')
  const format = useFormat()
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const queryKey = [entity.name, 'comments', id]
  const path = `/${entity.name}/${id}/comments`
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => api.get<CommentsAnswer>(path, { signal }) })
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
    if (await write(() => api.post(path, { text: text.trim() }))) setText((now) => (now === text ? '' : now))
  }
  const remove = async (comment: Comment) => {
    if (
      (await confirm({ message: t('confirm.delete_one'), confirm: t('actions.delete'), danger: true })) &&
      (await write(() => api.del(`/comment/${comment.id}`)))
    )
      toast.success(t('record.comment_deleted'))
  }
  return (
    <div className={css.comments}>
      {data.add_right ? (
        <form onSubmit={(event) => void add(event)}>
          <TextArea label={t('record.comment')} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
          <Button type="submit" size="sm" disabled={!text.trim()} loading={sending}>
            {t('actions.send')}
          </Button>
        </form>
      ) : null}
      {data.objects.length ? (
        <ul>
          {data.objects.map((comment) => (
            <li key={comment.id}>
              <header>
                <Avatar name={comment.author?.name ?? '?'} />
                <b>{comment.author?.name}</b>
                <time dateTime={comment.created_at}>{format.dateTime(comment.created_at)}</time>
                {comment.delete_right ? (
                  <IconButton size="sm" label={t('actions.delete')} onClick={() => void remove(comment)}>
                    <Trash2 size={13} />
                  </IconButton>
                ) : null}
              </header>
              <p>{comment.text}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.none}>{t('record.no_comment')}</p>
      )}
    </div>
  )
}
