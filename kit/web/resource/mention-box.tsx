import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { useLayer } from '#kit/web/ui/layers.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { mentionAt, type Person } from './mention-text.ts'
import css from './record-tabs.module.css'

interface MentionBoxProps {
  readonly label: string
  readonly entity: string
  readonly id: RowId
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onChoose: (person: Person) => void
  readonly autoFocus?: boolean
}

/** A text in which an `@` offers those who may read the object: arrows choose, Enter or Tab takes, Escape leaves the offer. */
export function MentionBox({ label, entity, id, text, onChange, onChoose, autoFocus = false }: MentionBoxProps) {
  const t = useWords('kit')
  const list = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [place, setPlace] = useState<ReturnType<typeof mentionAt>>(undefined)
  const [at, setAt] = useState(0)
  const { data: people = [] } = useQuery({
    queryKey: [entity, 'mentionable', id, place?.search],
    enabled: place !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ objects: readonly Person[] }>('/comment/mentionable', { query: { entity, id: Number(id), search: place?.search ?? '' }, signal }))
        .objects,
  })
  const open = place !== undefined && people.length > 0
  useLayer('popup', open, () => setPlace(undefined))

  const look = (element: HTMLTextAreaElement) => {
    setAt(0)
    setPlace(mentionAt(element.value, element.selectionStart))
  }
  const take = (person: Person) => {
    if (!place) return
    const end = place.from + 1 + place.search.length
    const said = `${text.slice(0, place.from)}@${person.name} `
    onChange(said + text.slice(end))
    onChoose(person)
    setPlace(undefined)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(said.length, said.length)
    })
  }
  const press = (event: KeyboardEvent) => {
    if (!open) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = people[at]
    if (step) setAt((at + step + people.length) % people.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className={css.mention}>
      <TextArea
        ref={box}
        label={label}
        help={t('record.mention_hint')}
        maxLength={5000}
        value={text}
        autoFocus={autoFocus}
        aria-autocomplete="list"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open ? `${list}-${at}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
        onKeyDown={press}
        onBlur={() => setPlace(undefined)}
      />
      {open ? (
        <ul role="listbox" id={list} aria-label={t('record.mention_people')}>
          {people.map((person, n) => (
            <li
              key={person.id}
              id={`${list}-${n}`}
              role="option"
              aria-selected={n === at}
              // The text keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                take(person)
              }}
            >
              <Avatar name={person.name} />
              {person.name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
