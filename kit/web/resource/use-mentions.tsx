import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { z } from 'zod'
import type { foundSchema } from '#kit/contract/collaboration.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { useLayer } from '#kit/web/ui/layers.ts'
import { mentionAt, type Led, type Person, type TypedSign } from './mention-text.ts'
import css from './record-tabs.module.css'

interface MentionOptions {
  readonly entity: string
  readonly id: RowId
  readonly text: string
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly onChange: (text: string) => void
  readonly onChoose: (person: Person) => void
  /** Offers objects after a `#`, too. */
  readonly onLead?: (object: Led) => void
}

interface Offered {
  readonly key: string
  readonly shown: ReactNode
  /** What stands in the text for it. */
  readonly written: string
  readonly choose: () => void
}

/** Of each kind of object so many are offered. */
const perEntity = 3

/** What an `@` or a `#` offers in a text: arrows choose, Enter or Tab takes, Escape leaves the offer. */
export function useMentions({ entity, id, text, box, onChange, onChoose, onLead }: MentionOptions) {
  const t = useWords('kit')
  const list = useId()
  const [place, setPlace] = useState<TypedSign>()
  const [at, setAt] = useState(0)
  const caret = useRef<number>(undefined)
  const { data: people = [] } = useQuery({
    queryKey: [entity, 'mentionable', id, place?.search],
    enabled: place?.sign === '@',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ objects: readonly Person[] }>('/comment/mentionable', { query: { entity, id: Number(id), search: place?.search ?? '' }, signal }))
        .objects,
  })
  const { data: objects = [] } = useQuery({
    queryKey: ['search', 'led', place?.search],
    enabled: place?.sign === '#' && onLead !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ objects: readonly z.infer<typeof foundSchema>[] }>('/search', { query: { q: place?.search ?? '', limit: perEntity }, signal })).objects,
  })
  const led = objects.flatMap(({ identifier, ...one }): Led[] => (identifier !== null && pageOfEntity(one.entity) ? [{ ...one, identifier }] : []))
  const offered: readonly Offered[] =
    place?.sign === '@'
      ? people.map((person) => ({
          key: String(person.id),
          written: `@${person.name} `,
          choose: () => onChoose(person),
          shown: (
            <>
              <Avatar name={person.name} />
              {person.name}
            </>
          ),
        }))
      : led.slice(0, 8).map((object) => ({
          key: `${object.entity} ${object.id}`,
          written: `#${object.identifier} `,
          choose: () => onLead?.(object),
          shown: (
            <>
              <code>{object.identifier}</code>
              {object.name}
            </>
          ),
        }))
  const open = place !== undefined && offered.length > 0
  useLayer('popup', open, () => setPlace(undefined))

  const take = ({ written, choose }: Offered) => {
    if (!place) return
    const end = place.from + 1 + place.search.length
    const beforeCaret = text.slice(0, place.from) + written
    onChange(beforeCaret + text.slice(end))
    choose()
    setPlace(undefined)
    caret.current = beforeCaret.length
  }
  // Before the next key: who types on at once types behind what was taken.
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    box.current?.focus()
    box.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [text, box])
  return {
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? list : undefined,
      'aria-activedescendant': open ? `${list}-${at}` : undefined,
      onBlur: () => setPlace(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        if (!open) return
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        const chosen = offered[at]
        if (step) setAt((at + step + offered.length) % offered.length)
        else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
          if (!chosen) return
          take(chosen)
        } else return
        event.preventDefault()
      },
    },
    /** To be called with the text that has just been typed. */
    look: (element: HTMLTextAreaElement) => {
      setAt(0)
      const found = mentionAt(element.value, element.selectionStart)
      setPlace(found?.sign === '#' && !onLead ? undefined : found)
    },
    offers: open ? (
      <ul role="listbox" id={list} className={css.offers} aria-label={t(place.sign === '@' ? 'record.mention_people' : 'record.mention_objects')}>
        {offered.map((one, n) => (
          <li
            key={one.key}
            id={`${list}-${n}`}
            role="option"
            aria-selected={n === at}
            // The text keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              take(one)
            }}
          >
            {one.shown}
          </li>
        ))}
      </ul>
    ) : null,
  }
}
