import type { KeyboardEvent, ReactNode } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { FilterButton } from './filter-button.tsx'
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

/** Any of several options, with «empty» among them; arrows walk through, Space chooses. */
export function OptionFilter({ label, value, onChange, options, search, archived, onOpen }: OptionFilterProps) {
  const t = useWords('kit')
  const [first] = value
  const only = options.find((option) => option.value === first)?.label ?? (first === null ? t('table.is_empty') : undefined)
  const chosen = !value.length ? undefined : value.length === 1 && only ? only : t('table.chosen', { count: value.length })
  const toggle = (option: FilterOption['value'] | null) => onChange(value.includes(option) ? value.filter((v) => v !== option) : [...value, option])
  const line = (option: FilterOption['value'] | null, text: string, more?: ReactNode, title?: string) => (
    <label key={String(option)} className={css.option}>
      <Check checked={value.includes(option)} onChange={() => toggle(option)} />
      {more}
      <span title={title}>{text}</span>
    </label>
  )
  return (
    <Popover
      label={t('table.filter_by', { name: label })}
      width={240}
      onOpenChange={(opened) => onOpen?.(opened)}
      trigger={(trigger) => <FilterButton {...trigger} label={label} chosen={chosen} />}
    >
      {() => (
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
            {search?.text ? null : line(null, t('table.is_empty'))}
            {options.map((option) => line(option.value, option.label, option.glyph, option.title))}
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
      )}
    </Popover>
  )
}
