import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { ReferenceOneOf } from '#kit/contract/field.ts'
import { rowWord } from '#kit/contract/one-of.ts'
import { api } from '#kit/web/api/client.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { namedOption, shortName } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import css from './cells.module.css'
import type { FieldContext, FilterProps, InputProps } from './kind.ts'
import { useOpened } from './filter-popover.tsx'
import { OptionFilter } from './option-filter.tsx'
import { inputAttributes } from './text.tsx'

type Offered = ReferenceOneOf & { readonly area?: string }

/** Options shown at a time; more are found by typing. */
const optionPage = 200
const none: readonly Offered[] = []

const nameOf = ({ identifier, name }: ReferenceOneOf) => (identifier ? `${identifier} ${name}` : name)

/** Rows of all the entities that a field may name, found on the server; typing searches from the second character on (TBL-35). */
function useOffered({ entity, name }: FieldContext, search: string, enabled: boolean, rows?: readonly string[]) {
  const text = useDeferredValue(search.trim())
  const wanted = text.length > 1 ? text : ''
  const asked = rows ? { rows: rows.join(','), limit: rows.length } : { search: wanted, limit: optionPage + 1 }
  const { data, isFetching, isError } = useQuery({
    queryKey: [entity.name, 'options', name, asked],
    queryFn: ({ signal }) => api.get<ListAnswer<Offered>>(`/${entity.name}/options/${name}`, { query: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: enabled && rows?.length !== 0,
  })
  const objects = data?.objects ?? none
  return { options: useMemo(() => objects.slice(0, optionPage), [objects]), more: objects.length > optionPage, busy: isFetching, failed: isError }
}

/** Chooses one row among those of all the entities. */
export function OneOfField(props: InputProps<ReferenceOneOf | null>) {
  const { context, value } = props
  const [text, setText] = useState('')
  const [touched, setTouched] = useState(false)
  const { options, more, busy, failed } = useOffered(context, text, touched)
  const offered = useMemo(() => {
    const found = new Map(options.map((option) => [rowWord(option), option as ReferenceOneOf]))
    if (value && !found.has(rowWord(value)) && text.trim() === '') found.set(rowWord(value), value)
    return found
  }, [options, value, text])
  return (
    <div onFocusCapture={() => setTouched(true)}>
      <Select
        {...inputAttributes(props)}
        options={[...offered].map(([word, option]) => namedOption(word, nameOf(option)))}
        onSearch={setText}
        more={more}
        loading={busy && touched}
        failed={failed}
        clearable={!props.required}
        value={value ? rowWord(value) : null}
        onChange={(word) => props.onChange(word === null ? null : (offered.get(word) ?? value))}
      />
    </div>
  )
}

/** Rows by what they name. */
export function OneOfFilter({ context, label, value, onChange }: FilterProps) {
  const [opened, setOpened] = useOpened()
  const [text, setText] = useState('')
  const { options, busy, failed } = useOffered(context, text, opened)
  const chosen = useMemo(() => value.filter((each) => typeof each === 'string'), [value])
  const known = useOffered(context, '', true, chosen)
  const shown = useMemo(
    () => [
      ...new Map(
        [...(chosen.length > 0 ? known.options : none), ...options].map((each) => [
          rowWord(each),
          {
            value: rowWord(each),
            label: shortName(each.name),
            title: nameOf(each),
            ...(each.area && { glyph: <Entity area={each.area} entity={each.entity} /> }),
          },
        ]),
      ).values(),
    ],
    [chosen, known.options, options],
  )
  return <OptionFilter label={label} value={value} onChange={onChange} options={shown} onOpen={setOpened} search={{ text, onChange: setText, busy, failed }} />
}

/** What kind of row an option is: names alone do not say. */
function Entity({ area, entity }: { readonly area: string; readonly entity: string }) {
  return (
    <Suspense fallback={null}>
      <Word area={area} entity={entity} />
    </Suspense>
  )
}
const Word = ({ area, entity }: { readonly area: string; readonly entity: string }) => <small className={css.hidden}>{useKindWords(area, entity).one}</small>
