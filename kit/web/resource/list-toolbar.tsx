import { reportFormats } from '#kit/contract/report.ts'
import { ArrowDownToLine, ChartGantt, Filter, Kanban, List, Plus, Search, Upload, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ListChange, ListState } from '#kit/web/table/list-state.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { AsOfPicker } from './as-of.tsx'
import { makeReport } from '#kit/web/reports/make-report.ts'
import { exportRows } from './list-api.ts'
import type { PageBody } from './list-api.ts'
import css from './list-page.module.css'
import type { AnyListProps } from './list-props.ts'
import { ListColumns, useShownColumns } from './list-table.tsx'
import type { ListSettingState } from './use-list-setting.ts'

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
}

const knownIcons: Readonly<Record<string, LucideIcon>> = { list: List, board: Kanban, gantt: ChartGantt }

/** The controls above a list: view, search, filters, columns, import, export, New. */
export function ListToolbar(props: ToolbarProps) {
  const { entity, state, view, views = {}, body, params = {}, setting, filterRow, onFilterRow, onChange, onNew, tools, exporting = true } = props
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const [importOpen, setImportOpen] = useState(false)
  const { as_of } = state
  const shown = useShownColumns({ entity, cells: props.cells, tones: props.tones, setting })
  const names = ['list', ...(as_of ? [] : Object.keys(views))]
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
  return (
    <PageToolbar>
      {names.length > 1 ? <Segmented label={t('table.views')} value={view} onChange={chooseView} options={options} /> : null}
      <Spring />
      {as_of ? null : <SearchBox label={t('table.search_in', { name: words.many })} value={state.search} onChange={(search) => onChange({ search })} />}
      {view === 'list' ? (
        <>
          <IconButton
            label={t(filterRow ? 'table.hide_filters' : 'table.show_filters')}
            size="md"
            active={filterRow}
            aria-pressed={filterRow}
            onClick={() => onFilterRow(!filterRow)}
          >
            <Filter size={15} strokeWidth={1.75} />
          </IconButton>
          <ListColumns {...props} />
          <AsOfPicker day={as_of} onChoose={(day) => onChange({ as_of: day, search: '', id: undefined })} />
        </>
      ) : null}
      {entity.importable && onNew ? (
        <IconButton label={t('actions.import')} size="md" onClick={() => setImportOpen(true)}>
          <Upload size={15} strokeWidth={1.75} />
        </IconButton>
      ) : null}
      {exporting ? (
        <Menu
          label={t('actions.export')}
          width={300}
          placement="bottom-end"
          trigger={(trigger) => (
            <IconButton label={t('actions.export')} size="md" {...trigger}>
              <ArrowDownToLine size={15} strokeWidth={1.75} />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => void exportRows(entity, body, params, { columns: shown })}>{t('file.export_shown')}</MenuItem>
          <MenuItem onSelect={() => void exportRows(entity, body, params, { whole: true })}>
            {t(entity.importable ? 'file.export_whole' : 'file.export_all')}
          </MenuItem>
          {props.report && !as_of
            ? reportFormats.map((format) => (
                <MenuItem key={format} onSelect={() => void makeReport(props.report?.path ?? '', format, { queryParams: body.queryParams })}>
                  {props.report?.label(format)}
                </MenuItem>
              ))
            : null}
        </Menu>
      ) : null}
      {tools}
      {onNew ? (
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={onNew}>
          {words.new}
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
    </PageToolbar>
  )
}

/** Milliseconds between the last key and the question to the server (TBL-34). */
const searchPause = 600

function SearchBox({ label, value, onChange }: { readonly label: string; readonly value: string; readonly onChange: (search: string) => void }) {
  const t = useWords('kit')
  const [text, setText] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  const ask = (wanted: string) => {
    if (wanted === asked.current) return
    asked.current = wanted
    onChange(wanted)
  }
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text.trim()), searchPause)
    return () => clearTimeout(timer)
  }, [text])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') ask(text.trim())
  }
  return (
    <div className={css.search} role="search">
      <Search size={14} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={t('table.search')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text ? (
        <IconButton
          label={t('actions.clear')}
          size="sm"
          onClick={() => {
            setText('')
            ask('')
          }}
        >
          <X size={12} />
        </IconButton>
      ) : null}
    </div>
  )
}
