import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { Fragment, useState, type FormEvent } from 'react'
import { piecesOf } from '#kit/contract/mention.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { MentionBox } from './mention-box.tsx'
import { sentText, typedText, type Person } from './mention-text.ts'
import css from './record-tabs.module.css'

export interface Comment {
  readonly id: number
  readonly text: string
  readonly author: Person | null
  readonly created_at: string
  readonly edited_at: string | null
  readonly mentions: readonly Person[]
  readonly resolved: { readonly at: string; readonly by: Person | null } | null
  readonly edit_right?: boolean
  readonly delete_right?: boolean
}

interface CommentItemProps {
  readonly entity: string
  /** The row that it is about. */
  readonly id: RowId
  readonly comment: Comment
  /** Whether the reader may settle it. */
  readonly settles: boolean
  readonly onChange: (text: string) => Promise<boolean>
  readonly onRemove: () => void
  readonly onResolve: (resolved: boolean) => void
}

/** One thing that was said: settled by whoever may speak, changed while it is young by who said it; what it said before can be read. */
export function CommentItem({ entity, id, comment, settles, onChange, onRemove, onResolve }: CommentItemProps) {
  const t = useWords('kit')
  const format = useFormat()
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState(comment.mentions)
  const [earlier, setEarlier] = useState(false)
  const name = comment.author?.name ?? t('record.comment_nobody')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (typed !== undefined && (await onChange(sentText(typed.trim(), chosen)))) setTyped(undefined)
  }
  const { resolved } = comment
  return (
    <li data-resolved={resolved ? true : undefined}>
      <header>
        <Avatar name={comment.author?.name ?? '?'} />
        <b>{name}</b>
        {comment.edited_at ? (
          <button
            type="button"
            className={css.edited}
            aria-label={t('record.comment_edited_by', { name })}
            aria-expanded={earlier}
            onClick={() => setEarlier(!earlier)}
          >
            {t('record.comment_edited')}
          </button>
        ) : null}
        <time dateTime={comment.created_at}>{format.dateTime(comment.created_at)}</time>
        {settles ? (
          <IconButton size="sm" needsServer label={t(resolved ? 'record.comment_reopen' : 'record.comment_resolve')} onClick={() => onResolve(!resolved)}>
            {resolved ? <RotateCcw size={13} /> : <CircleCheck size={13} />}
          </IconButton>
        ) : null}
        {comment.edit_right && typed === undefined ? (
          <IconButton size="sm" label={t('record.comment_edit')} onClick={() => setTyped(typedText(comment.text, comment.mentions))}>
            <Pencil size={13} />
          </IconButton>
        ) : null}
        {comment.delete_right ? (
          <IconButton size="sm" needsServer label={t('actions.delete')} onClick={onRemove}>
            <Trash2 size={13} />
          </IconButton>
        ) : null}
      </header>
      {typed === undefined ? (
        <p>
          <Said text={comment.text} people={comment.mentions} />
        </p>
      ) : (
        <form onSubmit={(event) => void save(event)}>
          <MentionBox
            label={t('record.comment_edit')}
            entity={entity}
            id={id}
            text={typed}
            onChange={setTyped}
            onChoose={(person) => setChosen([...chosen, person])}
            autoFocus
          />
          <div>
            <Button size="sm" variant="subtle" onClick={() => setTyped(undefined)}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" size="sm" disabled={!typed.trim()}>
              {t('actions.save')}
            </Button>
          </div>
        </form>
      )}
      {resolved ? (
        <p className={css.resolved}>
          {t('record.comment_resolved', { name: resolved.by?.name ?? t('record.comment_nobody'), date: format.dateTime(resolved.at) })}
        </p>
      ) : null}
      {earlier ? <Earlier comment={comment.id} /> : null}
    </li>
  )
}

/** A text with the names of those it calls. */
function Said({ text, people }: { readonly text: string; readonly people: readonly Person[] }) {
  const t = useWords('kit')
  return piecesOf(text).map((piece, n) => (
    <Fragment key={n}>
      {typeof piece === 'string' ? piece : <mark>@{people.find((person) => person.id === piece)?.name ?? t('record.comment_nobody')}</mark>}
    </Fragment>
  ))
}

function Earlier({ comment }: { readonly comment: number }) {
  const t = useWords('kit')
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['comment', 'said', comment],
    queryFn: ({ signal }) =>
      api.get<{ objects: { readonly text: string; readonly until: string; readonly mentions: readonly Person[] }[] }>(`/comment/${comment}/said`, { signal }),
    staleTime: 0,
  })
  return data?.objects.map(({ text, until, mentions }) => (
    <p key={until} className={css.earlier}>
      <span>{t('record.comment_before', { date: format.dateTime(until) })}</span>
      <Said text={text} people={mentions} />
    </p>
  ))
}
