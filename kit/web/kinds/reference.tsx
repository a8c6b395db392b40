import { useMemo, useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useRight } from '#kit/web/api/session.ts'
import { currentLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { tagWidth } from '#kit/web/table/text-width.ts'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { toast } from '#kit/web/ui/toast.ts'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { MultiSelect, Select } from './lazy-controls.tsx'
import { optionsFor, useOptions } from './options.ts'
import { ReferenceFilter } from './lazy-filters.tsx'
import { inputAttributes } from './text.tsx'

const isReference = (value: unknown): value is Reference => typeof value === 'object' && value !== null && 'id' in value
const listOf = (value: unknown): Reference[] => (Array.isArray(value) ? value.filter(isReference) : [])
const nameOf = (reference: Reference) => (reference.identifier ? `${reference.identifier} ${reference.name}` : reference.name)
const idOf = (value: unknown) => (isReference(value) ? value.id : value)

/** The option that makes what was typed and not found. */
const creation = ' create'

/** Options found on the server from the first focus on; rows already chosen always have their name. */
function useReferences(context: FieldContext, chosen: readonly Reference[]) {
  const [text, setText] = useState('')
  const [touched, setTouched] = useState(false)
  const { options: found, more, busy, failed } = useOptions(context.field.options.entity ?? '', text, touched, false, optionsFor(context.field.options))
  const { without } = context
  const options = useMemo(() => (without == null ? found : found.filter(({ id }) => id !== without)), [found, without])
  const byId = useMemo(() => new Map([...options, ...chosen].map((option) => [String(option.id), option])), [chosen, options])
  const t = useWords('kit')
  const { entity = '', creates } = context.field.options
  const mayCreate = useRight(creates ?? 'none.none')
  const typed = text.trim()
  // While nothing is searched for, those chosen are offered too, in their place; found ones stand alone.
  const shown = useMemo(() => {
    const known = new Set(options.map(({ id }) => id))
    const offered = [...(typed ? [] : chosen.filter(({ id }) => !known.has(id))), ...options]
    return offered.map((option) => namedOption(option.id, nameOf(option)))
  }, [chosen, options, typed])
  const offers = mayCreate && typed.length > 1 && !busy && ![...byId.values()].some((option) => option.name.toLowerCase() === typed.toLowerCase())
  /** Makes a row of that name; what is wrong with it has been said when nothing comes back. */
  const create = async (): Promise<Reference | undefined> => {
    try {
      const { object } = await api.post<ObjectAnswer<Reference>>(`/${entity}`, { [`name_${currentLanguage()}`]: typed })
      await renewed()
      return object
    } catch (reason) {
      toast.warning(reason instanceof ApiError ? (Object.values(reason.errors)[0]?.[0] ?? reason.message) : failureText(reason))
      return undefined
    }
  }
  return {
    byId,
    create,
    control: {
      options: [...shown, ...(offers ? [{ value: creation, label: t('select.create', { name: typed }) }] : [])],
      onSearch: setText,
      more,
      loading: busy && touched,
      failed,
    },
    onFocus: () => setTouched(true),
  }
}

export function RefField(props: InputProps<Reference | null>) {
  const chosen = useMemo(() => (props.value ? [props.value] : []), [props.value])
  const { byId, control, onFocus, create } = useReferences(props.context, chosen)
  const choose = async (id: string) => props.onChange(id === creation ? ((await create()) ?? props.value) : (byId.get(id) ?? null))
  return (
    <div onFocusCapture={onFocus}>
      <Select
        {...inputAttributes(props)}
        {...control}
        clearable={!props.required}
        value={props.value ? String(props.value.id) : null}
        onChange={(id) => (id === null ? props.onChange(null) : void choose(id))}
      />
    </div>
  )
}

export function LinksField(props: InputProps<readonly Reference[]>) {
  const chosen = props.value ?? []
  const { byId, control, onFocus, create } = useReferences(props.context, chosen)
  const choose = async (ids: readonly string[]) => {
    const made = ids.includes(creation) ? await create() : undefined
    props.onChange([...ids.flatMap((id) => byId.get(id) ?? []), ...(made ? [made] : [])])
  }
  return (
    <div onFocusCapture={onFocus}>
      <MultiSelect
        {...inputAttributes(props)}
        {...control}
        max={props.context.field.options.max ?? 1000}
        value={chosen.map((reference) => String(reference.id))}
        onChange={(ids) => void choose(ids)}
      />
    </div>
  )
}

/** One row of another entity, shown by its name. */
export const ref = defineKind<Reference | null>({
  width: 150,
  takes: wordsTake(() => (value) => (isReference(value) ? value.name : '')),
  blank: null,
  cell: () =>
    function RefCell(value) {
      return isReference(value) ? (
        <span className={value.hidden ? css.hidden : css.plain} title={nameOf(value)}>
          {value.name}
        </span>
      ) : null
    },
  Input: RefField,
  Filter: ReferenceFilter,
  toWire: (value) => (isReference(value) ? value.id : null),
  text: () => (value) => (isReference(value) ? nameOf(value) : ''),
})

/** Pixels that two tags share at most in a cell: a second one that would leave both without what tells them apart is counted instead. */
const shared = 130
const widthOf = ({ name, color }: Reference) => tagWidth(name, color)

/** Tags drawn in a cell; the others are counted. */
const tagsOf = (all: readonly Reference[]) => {
  const two = all.slice(0, 2)
  return two.reduce((sum, tag) => sum + widthOf(tag) + 4, 0) > shared ? all.slice(0, 1) : two
}

const tagsTake = (value: unknown) => {
  const all = listOf(value)
  const tags = tagsOf(all)
  return tags.reduce((sum, tag) => sum + widthOf(tag) + 4, all.length > tags.length ? 20 : -4)
}

/** Rows of another entity, shown as tags. */
export const links = defineKind<readonly Reference[]>({
  width: 160,
  takes: () => tagsTake,
  blank: [],
  wide: true,
  cell: () =>
    function LinksCell(value) {
      const all = listOf(value)
      if (!all.length) return null
      const tags = tagsOf(all)
      return (
        <span className={css.tags} title={all.map(nameOf).join(', ')}>
          {tags.map((reference) => (
            <Tag key={reference.id} color={reference.color}>
              {reference.name}
            </Tag>
          ))}
          {all.length > tags.length ? <span className={css.others}>+{all.length - tags.length}</span> : null}
        </span>
      )
    },
  Input: LinksField,
  Filter: ReferenceFilter,
  toWire: (value) => (Array.isArray(value) ? value.map(idOf) : []),
  text: () => (value) => listOf(value).map(nameOf).join(', '),
})
