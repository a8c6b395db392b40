import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { filterCountsOf } from '#kit/web/kinds/filter-place.ts'
import { withFilter, type ListChange, type ListState } from '#kit/web/table/list-state.ts'
import { AddFilter } from './add-filter.tsx'
import { chipOrder, chipsOf, focusAfter, offeredFilters } from './chips.ts'
import { FilterChip } from './filter-chip.tsx'
import css from './filter-bar.module.css'
import type { AnyListProps } from './list-props.ts'
import { useFilterControls } from './use-filter-controls.tsx'

interface FilterBarProps {
  readonly entity: EntityDef
  readonly tones?: AnyListProps['tones']
  readonly state: ListState
  readonly fixed: readonly Filter[]
  /** Columns whose own filter is in sight. */
  readonly inSight: readonly string[]
  /** Rows that match, once they are counted. */
  readonly total: number | undefined
  readonly onChange: (change: ListChange) => void
  /** At the end, such as the order of the list. */
  readonly children?: ReactNode
}

const noOptions: Filter['selected_options'] = []

/** Letters are shortcuts only where nothing is being written or chosen. */
const writing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input,textarea,select,[contenteditable],[role=textbox],[role=combobox],[popover],dialog') !== null

/** The filters in force, the same above every view of a list: each can be changed in place or taken away, and any other field added. */
export function FilterBar({ entity, tones, state, fixed, inSight, total, onChange, children }: FilterBarProps) {
  const t = useWords('kit')
  const format = useFormat()
  const controlOf = useFilterControls(entity, tones)
  const bar = useRef<HTMLDivElement>(null)
  const seen = useRef<readonly string[]>([])
  const wanted = useRef<string | undefined>(undefined)
  const [editing, setEditing] = useState<string>()
  const [added, setAdded] = useState<string>()
  const [active, setActive] = useState<string>()
  const { filters, search, as_of } = state

  const inForce = chipsOf(entity, filters, inSight)
  const names = inForce.map(({ name }) => name)
  const held = [editing, added].filter((name) => name !== undefined)
  const chips = chipOrder(seen.current, [...new Set([...names, ...held])])
  seen.current = chips
  const focusable = active !== undefined && chips.includes(active) ? active : chips[0]
  const asked = useMemo(() => [...fixed, ...filters], [fixed, filters])
  const counts = useQuery({ ...filterCountsOf(entity.name, fixed, ''), enabled: names.length > 0 && total !== undefined && !as_of, retry: false })

  useLayoutEffect(() => {
    const name = wanted.current
    if (name === undefined) return
    const target = bar.current?.querySelector<HTMLElement>(name === '' ? '[data-add-filter]' : `[data-chip="${name}"] button`)
    if (!target) return
    wanted.current = undefined
    // Somebody who went elsewhere meanwhile stays there.
    if (document.activeElement === document.body || bar.current?.contains(document.activeElement)) target.focus()
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F' || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target)) return
      event.preventDefault()
      bar.current?.querySelector<HTMLElement>('[data-add-filter]')?.click()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  const remove = (name: string) => {
    wanted.current = focusAfter(chips, name) ?? ''
    setEditing(undefined)
    setAdded(undefined)
    onChange({ filters: withFilter(filters, name, noOptions) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[popover]')) return
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('[data-chip] button') ?? [])].filter((button) => !button.closest('[popover]'))
    const at = buttons.indexOf(event.target as HTMLElement)
    if (at < 0) return
    const name = buttons[at]?.closest<HTMLElement>('[data-chip]')?.dataset.chip
    if ((event.key === 'Backspace' || event.key === 'Delete') && name) {
      event.preventDefault()
      remove(name)
      return
    }
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    const next = step === undefined ? undefined : buttons[step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className={css.bar} ref={bar}>
      <div
        role="group"
        aria-label={t('filters.in_force')}
        className={css.group}
        onKeyDown={onKeyDown}
        onFocus={(event) => setActive(event.target.closest<HTMLElement>('[data-chip]')?.dataset.chip ?? active)}
      >
        <span className={css.total} aria-live="polite">
          {chips.length > 0 && total !== undefined ? (counts.data ? t('filters.shown', { total, all: counts.data.total }) : format.number(total)) : null}
        </span>
        {chips.map((name) => (
          <FilterChip
            key={name}
            name={name}
            control={controlOf(name)}
            value={filters.find((filter) => filter.name === name)?.selected_options ?? noOptions}
            counted={{ entity: entity.name, name, filters: asked, search }}
            startOpen={added === name}
            focusable={name === focusable}
            onChange={(selected) => onChange({ filters: withFilter(filters, name, selected) })}
            onOpenChange={(open) => {
              setEditing(open ? name : undefined)
              if (open) return
              setAdded(undefined)
              // One that was left empty goes.
              if (!names.includes(name)) wanted.current = ''
            }}
            onRemove={() => remove(name)}
          />
        ))}
        <AddFilter fields={offeredFilters(entity, filters, fixed).map((name) => ({ name, label: controlOf(name).label }))} onAdd={setAdded} />
      </div>
      {inForce.length > 0 ? (
        <button type="button" className={css.clear} onClick={() => onChange({ filters: filters.filter(({ name }) => !names.includes(name)) })}>
          {t('filters.clear')}
        </button>
      ) : null}
      {children}
    </div>
  )
}
