import { ChartGantt, ChevronDown, Ellipsis, Kanban, List, ListFilter, Plus, Search } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ListChange, ListState } from '#kit/web/table/list-state.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { ListControls } from '#kit/web/ui/head-slot.tsx'
import { Spring } from '#kit/web/ui/page.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Spare } from '#kit/web/ui/spare.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { ListMore } from './list-more.tsx'
import type { PageBody } from './list-api.ts'
import { hasView } from './list-props.ts'
import type { AnyListProps } from './list-props.ts'
import { tellsWaiting, WaitingFilter } from './waiting-filter.tsx'
import { SearchBox } from './search-box.tsx'
import css from './list-toolbar.module.css'
import type { ListSettingState } from './use-list-setting.ts'

const PhoneTools = lazy(async () => ({ default: (await import('./phone-tools.tsx')).PhoneTools }))
const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

interface ToolbarProps extends AnyListProps {
  readonly state: ListState
  readonly view: string
  readonly body: PageBody
  readonly setting: ListSettingState
  readonly filterRow: boolean
  readonly onFilterRow: (shown: boolean) => void
  readonly onChange: (change: ListChange) => void
  /** Absent without the right to create. */
  readonly onNew: (() => void) | undefined
  /** On a phone, where rows have no boxes until then. */
  readonly onSelect: (() => void) | undefined
  readonly total: number | undefined
  /** What the list begins with. */
  readonly defaultFilters: readonly Filter[]
  /** How the list is ordered, for where there is no other place for it. */
  readonly order: ReactNode
  /** How its rows stand in groups, as well. */
  readonly grouping: ReactNode
}

const knownIcons: Readonly<Record<string, LucideIcon>> = { list: List, board: Kanban, gantt: ChartGantt }

const noFilters: readonly [] = []

/** The controls above a list: view, search, filters, columns, import, export, New. */
export function ListToolbar(props: ToolbarProps) {
  const { entity, state, view, views = {}, setting, filterRow, onFilterRow, onChange, onNew, quick, importing = true } = props
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const [importOpen, setImportOpen] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [more, setMore] = useState(false)
  const [searching, setSearching] = useState(state.search !== '')
  const phone = usePhone()
  const { as_of } = state
  const names = ['list', ...Object.keys(views).filter((name) => hasView(views, name, as_of))]
  const options = names.map((name) => {
    const own = views[name]
    const named = own && 'render' in own ? own : undefined
    const Icon = named?.icon ?? knownIcons[name]
    return {
      value: name,
      label: named?.label ?? t(`table.view_modes.${name as 'list'}`),
      icon: Icon ? <Icon size={14} strokeWidth={1.75} aria-hidden /> : undefined,
    }
  })
  const chooseView = (next: string) => {
    onChange({ view: next })
    setting.change({ ...setting.current, view_mode: next })
  }
  // What the list begins with is nothing that somebody asked for, where it has a tab of its own.
  const chosen = state.filters.filter((filter) => !props.defaultFilters.some(({ name }) => name === filter.name && name === 'closed'))
  const asked = chosen.length + (state.search ? 1 : 0)
  const current = options.find(({ value }) => value === view)
  // Beside a long name words go before pictures.
  const tight = names.length > 1 && (current?.label.length ?? 0) > 8
  const onImport = entity.importable && importing && onNew ? () => setImportOpen(true) : undefined
  const search = (focused?: true) => (
    <SearchBox
      letter="/"
      focused={focused}
      label={t('table.search_in', { name: words.many })}
      value={state.search}
      onChange={(asked) => onChange({ search: asked })}
    />
  )
  return (
    <ListControls>
      {tellsWaiting(entity) && !as_of ? (
        <WaitingFilter
          entity={entity}
          filters={state.filters}
          fixed={props.fixed ?? noFilters}
          ready={props.total !== undefined}
          defaultFilters={props.defaultFilters}
          onFilters={(filters) => onChange({ filters })}
        />
      ) : null}
      {phone ? (
        <div className={css.bar}>
          {names.length > 1 ? (
            <Menu
              label={t('table.views')}
              trigger={(trigger) => (
                <Button {...trigger} aria-label={t('labelled', { label: t('table.views'), value: current?.label ?? '' })} icon={tight ? null : current?.icon}>
                  {current?.label}
                  <ChevronDown size={14} aria-hidden />
                </Button>
              )}
            >
              {options.map((option) => (
                <MenuItem key={option.value} icon={option.icon} checked={option.value === view} onSelect={() => chooseView(option.value)}>
                  {option.label}
                </MenuItem>
              ))}
            </Menu>
          ) : null}
          <Button icon={tight ? null : <ListFilter size={14} aria-hidden />} aria-haspopup="dialog" onClick={() => setSheet(true)}>
            {t('table.filters')}
            {asked > 0 ? <b className={css.asked}>{asked}</b> : null}
          </Button>
          {props.order}
          <Spring />
          {as_of ? null : (
            <IconButton label={t('table.search')} size="md" aria-expanded={searching} onClick={() => setSearching(!searching)}>
              <Search size={15} strokeWidth={1.75} />
            </IconButton>
          )}
          <IconButton label={t('filters.more_tools')} size="md" aria-expanded={more} onClick={() => setMore(!more)}>
            <Ellipsis size={15} />
          </IconButton>
        </div>
      ) : (
        <>
          {as_of ? null : search()}
          {view === 'list' ? (
            <IconButton
              label={t(filterRow ? 'table.hide_filters' : 'table.show_filters')}
              size="md"
              active={filterRow}
              aria-pressed={filterRow}
              onClick={() => onFilterRow(!filterRow)}
            >
              <ListFilter size={15} strokeWidth={1.75} />
            </IconButton>
          ) : null}
          {names.length > 1 ? <Segmented label={t('table.views')} value={view} onChange={chooseView} options={options} tight="all" /> : null}
          <ListMore {...props} onImport={onImport} />
        </>
      )}
      {phone && searching && !as_of ? search(true) : null}
      {phone && more ? (
        <Suspense fallback={null}>
          <PhoneTools {...props} onImport={onImport} onDone={() => setMore(false)} />
        </Suspense>
      ) : null}
      {sheet ? (
        <Suspense fallback={null}>
          <FilterSheet
            entity={entity}
            label={words.many}
            tones={props.tones}
            state={state}
            fixed={props.fixed ?? noFilters}
            total={props.total}
            onChange={onChange}
            onClose={() => setSheet(false)}
          />
        </Suspense>
      ) : null}
      {onNew && !phone ? (
        <Button variant={state.id === undefined ? 'primary' : 'default'} icon={quick?.icon ?? <Plus size={14} aria-hidden />} onClick={quick?.run ?? onNew}>
          <Spare>{quick?.label ?? words.new}</Spare>
        </Button>
      ) : null}
      {importOpen ? (
        <Suspense fallback={null}>
          <ImportDialog
            entity={entity}
            onClose={() => setImportOpen(false)}
            onOpen={(id) => {
              setImportOpen(false)
              onChange({ id })
            }}
          />
        </Suspense>
      ) : null}
    </ListControls>
  )
}
