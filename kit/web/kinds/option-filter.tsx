import { useContext, type KeyboardEvent, type ReactNode } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { FilterPlace, useOptionCounts } from './filter-place.ts'
import { FilterPopover, useOpened } from './filter-popover.tsx'
import css from './filters.module.css'

export interface FilterOption {
  readonly value: string | number | boolean
  readonly label: string
  /** The whole of a name that the label cuts. */
  readonly title?: string
  readonly glyph?: ReactNode
}

interface OptionFilterProps {
  readonly label: string
  readonly value: Filter['selected_options']
  readonly onChange: (selected: Filter['selected_options']) => void
  readonly options: readonly FilterOption[]
  /** Given when the options are found on the server. */
  readonly search?: { readonly text: string; readonly onChange: (text: string) => void; readonly busy: boolean; readonly failed: boolean }
  /** Given when rows can be archived: whether those are offered too. */
  readonly archived?: { readonly shown: boolean; readonly onChange: (shown: boolean) => void }
  /** Told when the list opens or closes, so that options are only loaded for an open one. */
  readonly onOpen?: (opened: boolean) => void
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  const inputs = [...event.currentTarget.querySelectorAll<HTMLElement>('input')]
  event.preventDefault()
  inputs.at((inputs.indexOf(document.activeElement as HTMLElement) + by) % inputs.length)?.focus()
}

/** So many choices are named on a chip. */
const namedAtMost = 3

/** Any of several options, with «empty» among them; arrows walk through, Space chooses. */
export function OptionFilter({ label, value, onChange, options, search, archived, onOpen }: OptionFilterProps) {
  const t = useWords('kit')
  const format = useFormat()
  // A chip has room for what a column has not.
  const room = useContext(FilterPlace) ? namedAtMost : 1
  const names = value.map((one) => options.find((option) => option.value === one)?.label ?? (one === null ? t('table.is_empty') : undefined))
  const chosen = !value.length ? undefined : value.length <= room && names.every(Boolean) ? names.join(', ') : t('table.chosen', { count: value.length })
  const [opened, setOpened] = useOpened()
  const counts = useOptionCounts(search ? [] : [null, ...options.map((option) => option.value)], opened)
  const toggle = (option: FilterOption['value'] | null) => onChange(value.includes(option) ? value.filter((v) => v !== option) : [...value, option])
  const line = (option: FilterOption['value'] | null, text: string, count: number | undefined, more?: ReactNode, title?: string) => (
    <label key={String(option)} className={css.option}>
      <Check checked={value.includes(option)} onChange={() => toggle(option)} />
      {more}
      <span title={title}>{text}</span>
      {count === undefined ? null : <b className={css.count}>{format.number(count)}</b>}
    </label>
  )
  return (
    <FilterPopover
      label={label}
      chosen={chosen}
      width={240}
      onOpen={(next) => {
        setOpened(next)
        onOpen?.(next)
      }}
    >
      <div className={css.pop} role="group" aria-label={label} onKeyDown={moveFocus}>
        {search ? (
          <input
            type="search"
            className={css.search}
            aria-label={t('table.search_in', { name: label })}
            placeholder={t('select.search')}
            value={search.text}
            onChange={(event) => search.onChange(event.target.value)}
          />
        ) : null}
        <div className={css.options}>
          {search?.text ? null : line(null, t('table.is_empty'), counts?.[0])}
          {options.map((option, n) => line(option.value, option.label, counts?.[n + 1], option.glyph, option.title))}
          {!options.length && !search?.busy ? (
            <p className={css.nothing}>{t(search?.failed ? 'errors.loading' : search?.text ? 'select.no_element' : 'select.no_entry')}</p>
          ) : null}
        </div>
        {archived ? (
          <label className={css.archived}>
            <Check checked={archived.shown} onChange={() => archived.onChange(!archived.shown)} />
            <span>{t('table.with_archived')}</span>
          </label>
        ) : null}
      </div>
    </FilterPopover>
  )
}
