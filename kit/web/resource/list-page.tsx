import { useLocation } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { EntityDef, RowBase } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useRight } from '#kit/web/api/session.ts'
import { narrowed, rowsAt } from '#kit/web/figure-link.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useLetters } from '#kit/web/letter-keys.ts'
import type { Address } from '#kit/web/route.ts'
import type { Selection } from '#kit/web/table/columns.ts'
import { asOfNow } from '#kit/web/table/selecting.ts'
import { pageInRange, pageQuery, standingFilters } from '#kit/web/table/list-state.ts'
import type { ListDefaults, ListState, RowId } from '#kit/web/table/list-state.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { FormValues } from './form-values.ts'
import { askedState, listDefaults, listParams } from './list-ahead.ts'
import { usePage } from './list-api.ts'
import css from './list-page.module.css'
import { hasView } from './list-props.ts'
import type { AnyListProps, ListPageProps } from './list-props.ts'
import { ListTable, useMayWrite } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import type { AnyRow } from './presentation.ts'
import { FilterBar } from './filter-bar.tsx'
import { NoMatch } from './lazy-no-match.tsx'
import { OrderMenu } from './order-menu.tsx'
import { ordersOf, shownColumns } from './chips.ts'
import { hasField } from './entity-columns.tsx'
import { GroupMenu } from './group-menu.tsx'
import { askedGroup, groupField, isGrouped } from './groups.ts'
import { useFilterControls } from './use-filter-controls.tsx'
import { SavedViews } from './saved-views.tsx'
import { useCountedTabs } from './use-counted-tabs.ts'
import { useKeptRows } from './use-kept-rows.ts'
import { useListSetting } from './use-list-setting.ts'
import type { ListSettingState } from './use-list-setting.ts'
import { useListState } from './use-list-state.ts'

export type { ViewContext } from './list-props.ts'

const AsOfNotice = lazy(async () => ({ default: (await import('./as-of.tsx')).AsOfNotice }))
const PastRecordNotice = lazy(async () => ({ default: (await import('./as-of.tsx')).PastRecordNotice }))
const RecordPanel = lazy(async () => ({ default: (await import('./record-panel.tsx')).RecordPanel }))
const BoardView = lazy(async () => ({ default: (await import('./board-view.tsx')).BoardView }))
const GanttView = lazy(async () => ({ default: (await import('./gantt-view.tsx')).GanttView }))

/** The page of an entity: list with saved views, board, gantt, record panel; all of it follows from the declaration. */
export function ListPage<E extends EntityDef>(props: ListPageProps<E>) {
  const any = props as unknown as AnyListProps
  const list = any.list ?? any.entity.name
  const setting = useListSetting(list)
  if (!setting.ready) {
    return (
      <Page>
        <SkeletonRows count={20} />
      </Page>
    )
  }
  return <LoadedList key={list} {...any} list={list} setting={setting} />
}

const noFilters: readonly Filter[] = []
const noLetters = {}
const focusSearch = () => document.querySelector<HTMLElement>('[role=search] input')?.focus()
const addFilter = () => document.querySelector<HTMLElement>('[data-add-filter]')?.click()

function LoadedList(props: AnyListProps & { readonly list: string; readonly setting: ListSettingState }) {
  const { entity, list, setting, fixed = noFilters, initial, views = {}, panel } = props
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const defaults = useMemo((): ListDefaults => listDefaults(entity, setting.first, props.defaults, list), [entity, setting.first, props.defaults, list])
  const [state, change] = useListState(defaults)
  const { as_of } = state
  const params = useMemo(() => listParams(props.params, { as_of }), [props.params, as_of])
  const full = useLocation({ select: (location) => Boolean((location.search as { full?: unknown }).full) })
  const [selection, setSelection] = useState<Selection<AnyRow>>(new Map())
  const [filterRow, setFilterRow] = useState(props.filterRow ?? false)
  const [walked, setWalked] = useState<readonly AnyRow[]>()
  const [added, setAdded] = useState<FormValues>()
  const [folded, setFolded] = useState(false)
  const [selecting, setSelecting] = useState(false)
  const phone = usePhone()
  const mayWrite = useMayWrite(entity)
  const mayCreate = useRight(entity.rights.create ?? 'none.none')

  const labelled = useFilterControls(entity, props.tones)
  const asked = useMemo((): ListState => askedState(state, fixed), [state, fixed])
  const view = hasView(views, state.view, as_of) ? state.view : 'list'
  const by = groupField(entity, fixed)
  const group = askedGroup(entity, { list, fixed, setting: setting.current, view, perPage: state.per_page })
  const body = useMemo(() => pageQuery(asked, group), [asked, group])
  const defaultFilters = standingFilters(defaults, view)
  const page = usePage(entity, body, params)
  const tabs = useCountedTabs(entity, props.tabs, state, fixed, defaultFilters, !as_of && page.data !== undefined)
  const { rows, leaving } = useKeptRows(entity, body, params, page)
  const selected = useMemo(() => asOfNow(selection, rows ?? []), [selection, rows])
  const total = page.data?.total

  // The last page may have gone while it was looked at (TBL-15).
  if (total !== undefined && !page.isPlaceholderData && state.page > pageInRange(state.page, state.per_page, total))
    queueMicrotask(() => change({ page: pageInRange(state.page, state.per_page, total) }))

  const [toEdit, setToEdit] = useState<{ readonly id: RowId }>()
  /** The group whose settings stand beside the list. */
  const [settings, setSettings] = useState<RowId>()
  const open = useCallback(
    (id: RowId | undefined) => {
      setToEdit(undefined)
      setSettings(undefined)
      change({ id })
    },
    [change],
  )
  const openSettings = (id: RowId) => {
    open(undefined)
    setSettings(id)
  }
  const add = (column?: FormValues) => {
    if (page.data && !page.data.add_right) {
      toast.warning(t('errors.no_add_right'))
      return
    }
    setAdded(column)
    open('new')
  }
  const onNew = entity.rights.create && mayCreate && !as_of ? () => add() : undefined
  // The letters of an open record are its own.
  useLetters(state.id === undefined ? { '/': focusSearch, f: addFilter, ...(onNew && { n: props.quick?.run ?? onNew }) } : noLetters)
  const phoneNew = as_of ? undefined : (props.quick?.run ?? props.onPhoneNew ?? onNew)
  const way = as_of ? undefined : (props.way ?? (onNew && page.data?.add_right ? (props.quick ?? { label: words.new, run: onNew }) : undefined))
  const openRow = (row: AnyRow) => (props.onOpen ? props.onOpen(row) : open(row.id))
  const editRow = (row: AnyRow) => {
    openRow(row)
    setToEdit({ id: row.id })
  }
  const pageOf = (id: RowId) => `${location.pathname}?id=${encodeURIComponent(String(id))}&full=true${as_of ? `&as_of=${as_of}` : ''}`
  const record =
    state.id === undefined ? null : (
      <Suspense fallback={null}>
        <RecordPanel
          entity={entity}
          id={state.id}
          rows={walked ?? rows ?? []}
          initial={{ ...initial, ...added }}
          parts={panel}
          onOpen={open}
          pageOf={pageOf}
          page={full}
          edit={toEdit && String(toEdit.id) === String(state.id) ? toEdit : undefined}
          asOf={as_of}
        />
      </Suspense>
    )
  const beside =
    record ??
    (settings !== undefined && props.groups ? (
      <Suspense fallback={null}>
        <RecordPanel entity={props.groups.entity} id={settings} parts={props.groups.parts} onOpen={setSettings} />
      </Suspense>
    ) : null)
  const past = as_of ? (
    <Suspense fallback={null}>
      <AsOfNotice day={as_of} onBack={() => change({ as_of: undefined })} />
    </Suspense>
  ) : null
  if (full && record)
    return (
      <Page>
        {as_of ? (
          <Suspense fallback={null}>
            <PastRecordNotice day={as_of} onBack={() => change({ as_of: undefined })} />
          </Suspense>
        ) : null}
        {record}
      </Page>
    )

  const own = views[view]
  const labelOf = (name: string) => (name === 'order' ? t('filters.manual') : hasField(entity, name) ? labelled(name).label : name)
  // What is still to be done has a tab of its own.
  const opens = tabs?.begins || (defaults.listFilters !== undefined && view === 'list')
  const inSight = [
    ...(filterRow && view === 'list' ? shownColumns(entity, setting.current.columns) : []),
    ...(opens ? [(tabs?.begins ? props.tabs?.by : defaults.listFilters?.[0]?.name) ?? ''] : []),
  ]
  const rowsOf = (filters: readonly Filter[]) =>
    `${rowsAt(location.pathname as Address, narrowed(state.filters, filters))}${state.search ? `&search=${encodeURIComponent(JSON.stringify(state.search))}` : ''}` as Address
  const standard = defaults.sort ?? []
  const isOrdered = JSON.stringify(state.sort) !== JSON.stringify(standard)
  // What an area draws itself has an order of its own.
  const order =
    own && 'render' in own ? null : (
      <OrderMenu sort={state.sort} standard={standard} fields={ordersOf(entity)} labelOf={labelOf} onSort={(sort) => change({ sort })} />
    )
  const grouping =
    view !== 'list' || by === undefined ? null : (
      <GroupMenu
        name={labelOf(by)}
        grouped={isGrouped(entity, list, setting.current)}
        onGrouped={(grouped) => setting.change({ ...setting.current, grouped })}
      />
    )
  const head = (
    <>
      <ListToolbar
        {...props}
        params={params}
        total={total}
        order={order}
        grouping={grouping}
        defaultFilters={defaultFilters}
        state={state}
        view={view}
        body={body}
        setting={setting}
        filterRow={filterRow}
        onFilterRow={setFilterRow}
        onChange={change}
        onNew={onNew}
        onSelect={phone && mayWrite && !as_of && view === 'list' && !selecting ? () => setSelecting(true) : undefined}
      />
      {past}
      <div className={css.band} data-said={filterRow || isOrdered || Boolean(props.tools ?? props.quick) || undefined}>
        {as_of ? null : (
          <SavedViews
            list={list}
            current={{
              sort: state.sort,
              filters: state.filters,
              search: state.search,
              columns: setting.current.columns,
              view_mode: view,
            }}
            standard={{ sort: defaults.sort ?? [], filters: defaultFilters, search: '' }}
            total={total}
            all={opens ? tabs?.open : tabs?.total}
            everything={words.word(opens ? 'counted.open' : 'all')}
            isStandard={tabs?.isStandard}
            tabs={opens && tabs ? [...tabs.tabs, { value: 'all', label: words.word('all') ?? t('all'), count: tabs.total, filters: tabs.all }] : tabs?.tabs}
            onApply={(saved) => {
              change({
                sort: saved.sort,
                filters: saved.filters,
                search: saved.search,
                // What was saved as a list is asked in whatever view one is looking.
                ...(saved.view_mode && Object.hasOwn(views, saved.view_mode) ? { view: saved.view_mode } : {}),
              })
              if (saved.columns) setting.change({ ...setting.current, columns: saved.columns })
            }}
          />
        )}
        <FilterBar entity={entity} tones={props.tones} state={state} fixed={fixed} inSight={inSight} total={total} onChange={change}>
          {phone ? null : grouping}
          {phone ? null : order}
          {phone || as_of ? null : props.tools}
          {props.quick && onNew && !phone ? (
            <Button icon={<Plus size={14} aria-hidden />} onClick={onNew}>
              {words.new}
            </Button>
          ) : null}
        </FilterBar>
      </div>
    </>
  )
  return (
    <Page>
      {phone ? (
        <div className={css.fold} data-folded={folded || undefined} hidden={beside !== null}>
          <div>{head}</div>
        </div>
      ) : (
        head
      )}
      {props.children}
      {view === 'list' ? (
        <ListTable
          {...props}
          params={params}
          {...(as_of ? { rowActions: [], bulkActions: [], exporting: false } : {})}
          state={state}
          body={body}
          page={page}
          rows={rows}
          by={group}
          defaultFilters={defaultFilters}
          bare={tabs?.begins && !tabs.total}
          leaving={leaving}
          filterRow={filterRow}
          selection={selected}
          onSelection={setSelection}
          onChange={change}
          onOpenRow={openRow}
          onEditRow={editRow}
          way={way}
          onFold={setFolded}
          onSettings={props.groups && !as_of ? openSettings : undefined}
          selecting={selecting}
          onSelecting={setSelecting}
        >
          {beside}
        </ListTable>
      ) : total === 0 && state.filters.length > 0 ? (
        <div className={css.split}>
          <NoMatch entity={entity} tones={props.tones} state={state} fixed={fixed} onChange={change} />
        </div>
      ) : (
        <div className={css.split}>
          <Suspense fallback={<SkeletonRows count={16} />}>
            {view === 'board' && own && 'by' in own ? (
              <BoardView
                entity={entity}
                label={words.many}
                state={asked}
                params={params}
                options={own}
                cells={props.cells}
                onOpen={open}
                onAdd={mayCreate && page.data?.add_right ? (column) => add({ [own.by]: column }) : undefined}
              />
            ) : view === 'gantt' && own && 'start' in own ? (
              <GanttView entity={entity} label={words.many} state={asked} params={params} options={own} way={way} onOpen={open} />
            ) : own && 'render' in own ? (
              own.render({ state: asked, params, onOpen: open, onChange: change, onRows: setWalked as (rows: readonly RowBase[] | undefined) => void, rowsOf })
            ) : (
              <ErrorState />
            )}
          </Suspense>
          {record}
        </div>
      )}
      {phone && phoneNew && !(selecting && view === 'list') ? (
        <div className={css.fold} data-folded={folded || undefined} hidden={beside !== null}>
          <div>
            <div className={css.add}>
              <Button variant="primary" size="lg" wide icon={<Plus size={16} aria-hidden />} onClick={phoneNew}>
                {props.quick?.label ?? props.phoneNew ?? words.new}
              </Button>
            </div>
          </div>
        </div>
      ) : null}
    </Page>
  )
}
