import { ArrowDown, ArrowUp, Copy, Eye, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { isRegister } from '#kit/contract/register.ts'
import type { Right } from '#kit/contract/right.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { keptColumns } from '#kit/web/table/column-layout.ts'
import type { BulkAction, RowAction, Selection } from '#kit/web/table/columns.ts'
import { DataTable } from '#kit/web/table/data-table.tsx'
import type { ListChange, ListState, RowId } from '#kit/web/table/list-state.ts'
import { GroupHead } from './group-head.tsx'
import { restOfLast } from './groups.ts'
import { useGroups } from './use-groups.ts'
import { NoMatch } from './lazy-no-match.tsx'
import { useSelectAll } from './use-select-all.ts'
import { TableFooter } from '#kit/web/table/table-footer.tsx'
import { EmptyState, SkeletonRows, type Way } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { nameOfRow } from './entity-columns.tsx'
import { useLaidColumns } from './laid-columns.ts'
import { LazyAssignDialog } from './lazy-assign-dialog.tsx'
import { copyRow, exportRows, placeBefore, removeRow, removeRows } from './list-api.ts'
import type { PageBody } from './list-api.ts'
import type { AnyListProps } from './list-props.ts'
import css from './list-page.module.css'
import type { AnyRow } from './presentation.ts'
import type { ListSettingState } from './use-list-setting.ts'

const PhoneList = lazy(async () => ({ default: (await import('./phone-list.tsx')).PhoneList }))
const PhoneSelection = lazy(async () => ({ default: (await import('./phone-selection.tsx')).PhoneSelection }))
const BulkEdit = lazy(async () => ({ default: (await import('./bulk-edit.tsx')).BulkEdit }))

interface ListTableProps extends AnyListProps {
  readonly list: string
  readonly state: ListState
  readonly body: PageBody
  readonly page: UseQueryResult<PageAnswer<AnyRow>>
  /** Those of the page in the places in which they were seen. */
  readonly rows: readonly AnyRow[] | undefined
  /** The field by which they stand in groups. */
  readonly by: string | undefined
  /** What the list begins with. */
  readonly defaultFilters: readonly Filter[]
  /** No other tab of the list has a row either. */
  readonly bare?: boolean | undefined
  /** Of these, what stands there although it no longer matches. */
  readonly leaving: ReadonlySet<RowId>
  readonly setting: ListSettingState
  readonly filterRow: boolean
  readonly selection: Selection<AnyRow>
  readonly onSelection: (selection: Selection<AnyRow>) => void
  readonly onChange: (change: ListChange) => void
  readonly onOpenRow: (row: AnyRow) => void
  /** Opens it as a form at once. */
  readonly onEditRow: (row: AnyRow) => void
  readonly way: Way | undefined
  readonly onFold: (folded: boolean) => void
  /** Opens the settings of a group beside the list. */
  readonly onSettings: ((id: RowId) => void) | undefined
  /** On a phone, where rows are opened until somebody begins to select. */
  readonly selecting: boolean
  readonly onSelecting: (selecting: boolean) => void
}

/** Up and down, where the list stands in its manual order. */
function orderActions(entity: EntityDef, state: ListState, rows: readonly AnyRow[], t: WordsOf<'kit'>): RowAction<AnyRow>[] {
  if (!entity.ordered || state.sort.some((sort) => sort.name !== 'order' || sort.order !== 'asc')) return []
  const neighbour = (row: AnyRow, by: -1 | 1) => rows[rows.findIndex((one) => one.id === row.id) + by]
  const step = (name: string, label: string, icon: typeof ArrowUp, by: -1 | 1): RowAction<AnyRow> => ({
    name,
    label,
    icon,
    show: (row) => row.edit_right && neighbour(row, by)?.edit_right === true,
    run: (row) => {
      const other = neighbour(row, by)
      if (other) void (by < 0 ? placeBefore(entity, row, other) : placeBefore(entity, other, row))
    },
  })
  return [step('up', t('actions.move_up'), ArrowUp, -1), step('down', t('actions.move_down'), ArrowDown, 1)]
}

/** Whether somebody may change or remove rows, and so select them (TBL-17). */
export function useMayWrite({ rights }: EntityDef): boolean {
  const writes = [rights.update, rights.delete].filter((right): right is Right => right !== null)
  return useRight(writes.length ? writes : 'none.none')
}

const pageSizes = [20, 50, 100]
const noFilters: readonly Filter[] = []

/** The list itself with its footer. */
export function ListTable(props: ListTableProps) {
  const { entity, state, body, page, rows, by, leaving, params = {}, setting, filterRow, selection, onSelection, onChange, onOpenRow, onEditRow, way } = props
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const [editing, setEditing] = useState<readonly AnyRow[]>()
  const [assigning, setAssigning] = useState<AnyRow>()
  const all = useLaidColumns(props)
  // What groups the rows stands above them.
  const columns = useMemo(() => all.filter((column) => !column.hidden && column.name !== by), [all, by])
  const { groups, shown, fold } = useGroups(props)
  const mayWrite = useMayWrite(entity)
  const keepSelected = (retained: readonly AnyRow[]) => {
    onSelection(new Map(retained.map((row) => [String(row.id), row])))
    if (retained.length === 0) props.onSelecting(false)
  }
  const clear = () => keepSelected([])

  const phone = usePhone()
  const selectAll = useSelectAll(entity, body, params, onSelection)

  const actions = useMemo(
    (): RowAction<AnyRow>[] => [
      { name: 'edit', label: t('actions.edit'), icon: Pencil, quick: true, show: (row) => row.edit_right && entity.rights.update !== null, run: onEditRow },
      {
        name: 'view',
        label: t('actions.view'),
        icon: Eye,
        quick: true,
        show: (row) => row.view_right && (!row.edit_right || entity.rights.update === null),
        run: onOpenRow,
      },
      ...(props.rowActions ?? []),
      ...(isRegister(entity) && !state.as_of
        ? [{ name: 'assign', label: t('actions.assign'), icon: glyphs.assign, show: (row: AnyRow) => row.edit_right_regular, run: setAssigning }]
        : []),
      ...orderActions(entity, state, rows ?? [], t),
      {
        name: 'copy',
        label: t('actions.copy'),
        icon: Copy,
        show: (row) => row.copy_right === true,
        run: (row) => copyRow(entity, row, (id) => onChange({ id })),
      },
      {
        name: 'delete',
        label: t('actions.delete'),
        icon: Trash2,
        danger: true,
        show: (row) => row.delete_right && entity.rights.delete !== null,
        run: (row) => removeRow(entity, row, state.id === row.id ? () => onChange({ id: undefined }) : undefined),
      },
    ],
    [t, onOpenRow, onEditRow, props.rowActions, entity, state, rows, onChange],
  )
  const bulkActions: BulkAction<AnyRow>[] = [
    { name: 'edit', label: t('table.bulk_edit'), show: (selected) => selected.every((row) => row.edit_right), run: setEditing },
    ...(props.bulkActions ?? []),
    {
      name: 'export',
      label: t('actions.export'),
      show: () => props.exporting !== false,
      run: (selected) =>
        void exportRows(entity, body, params, {
          ids: selected.map((row) => row.id),
          columns: columns.filter(({ name }) => name in entity.fields).map(({ name }) => name),
        }),
    },
    {
      name: 'delete',
      label: t('actions.delete'),
      danger: true,
      show: (selected) => selected.every((row) => row.delete_right),
      run: (selected) => removeRows(entity, selected, clear),
    },
  ]

  const empty = (
    <EmptyState title={words.word('none')} text={words.word('none_text') ?? t('table.no_data_yet')} way={way && { ...way, quiet: state.id !== undefined }} />
  )
  // Where nobody filtered, the list is as good as empty, and its way leads on; so it is where only what is put away is left out.
  const asBegun = state.search === '' && JSON.stringify(state.filters) === JSON.stringify(props.defaultFilters)
  const learns = props.bare || props.defaultFilters.every(({ name }) => name === 'archived')
  const noMatch = learns && asBegun ? empty : <NoMatch entity={entity} tones={props.tones} state={state} fixed={props.fixed ?? noFilters} onChange={onChange} />
  const last = groups?.at(-1)?.group
  const more =
    groups && page.data && state.page * state.per_page < page.data.total
      ? restOfLast(
          groups.map(({ group }) => group),
          state.page,
        )
      : undefined
  const rest = more ? t('table.group_goes_on', { count: more, name: last?.of?.name ?? t('table.not_grouped'), page: state.page + 1 }) : undefined
  const error = page.error ? { reason: page.error, retry: () => void page.refetch() } : undefined
  const total = page.data?.total ?? 0
  const dialogs = (
    <>
      {assigning ? <LazyAssignDialog register={entity} row={assigning} onClose={() => setAssigning(undefined)} /> : null}
      {editing ? (
        <Suspense fallback={null}>
          <BulkEdit
            entity={entity}
            rows={editing}
            onClose={() => setEditing(undefined)}
            onWritten={(rest) => {
              if (rest.length > 0) keepSelected(rest)
              else setEditing(undefined)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
  if (phone) {
    return (
      <>
        <div className={css.split}>
          <Suspense fallback={<SkeletonRows count={12} />}>
            <PhoneList
              entity={entity}
              label={words.many}
              columns={all}
              rows={rows}
              groups={groups}
              by={by}
              onGroupFold={fold}
              total={total}
              state={state}
              stale={page.isPlaceholderData}
              error={error}
              nothing={state.filters.length > 0 || state.search ? noMatch : empty}
              onOpen={onOpenRow}
              onMore={state.page * state.per_page < total ? () => onChange({ per_page: state.per_page + 20 }) : undefined}
              onFold={props.selecting ? () => undefined : props.onFold}
              selection={selection}
              selecting={props.selecting}
              onSelection={
                mayWrite && !state.as_of
                  ? (next) => {
                      props.onSelecting(true)
                      onSelection(next)
                    }
                  : undefined
              }
            />
          </Suspense>
          {props.children}
        </div>
        {props.selecting && !props.children ? (
          <Suspense fallback={null}>
            <PhoneSelection selection={selection} bulkActions={bulkActions} all={selectAll(total, selection)} onClear={clear} onKeep={keepSelected} />
          </Suspense>
        ) : null}
        {dialogs}
      </>
    )
  }

  return (
    <>
      <div className={css.split} data-docked={(props.panel?.docked && Boolean(props.children)) || undefined}>
        <DataTable
          label={words.many}
          columns={columns}
          rows={shown}
          groups={groups?.map(({ group, folded, only }) => ({
            key: group.key,
            name: group.of?.name ?? t('table.not_grouped'),
            count: folded ? 0 : group.rows.length,
            folded,
            head: (focusable) => (
              <GroupHead
                group={group}
                entity={entity}
                by={by ?? ''}
                folded={folded}
                onFold={() => fold(group.key, !folded)}
                onOnly={only}
                onSettings={props.onSettings}
                focusable={focusable}
              />
            ),
          }))}
          onFold={fold}
          after={groups && rest}
          state={state}
          onChange={onChange}
          multiSort={props.multiSort ?? false}
          filterRow={filterRow}
          density={setting.current.density}
          selection={mayWrite && !state.as_of ? selection : undefined}
          onSelection={onSelection}
          actions={actions}
          onOpen={onOpenRow}
          onDelete={(row) => {
            if (entity.rights.delete !== null) removeRow(entity, row)
          }}
          stale={page.isPlaceholderData}
          leaving={leaving}
          error={error}
          onResize={(name, width) =>
            setting.change({
              ...setting.current,
              columns: keptColumns(all.map((column) => (column.name === name ? { ...column, width, own: true } : column))),
            })
          }
          noMatch={noMatch}
          nameOf={(row) => nameOfRow(entity, row)}
          scrollKey={`${props.list} ${JSON.stringify(body)}`}
          empty={empty}
        />
        {props.children}
      </div>
      <TableFooter
        page={state.page}
        perPage={state.per_page}
        perPageOptions={pageSizes}
        total={total}
        hidden={page.data?.hidden}
        selection={selection}
        bulkActions={bulkActions}
        onPage={(next) => onChange({ page: next })}
        onPerPage={(per_page) => {
          onChange({ per_page })
          setting.change({ ...setting.current, per_page })
        }}
        onClear={clear}
        all={selectAll(total, selection)}
        onKeep={keepSelected}
      />
      {dialogs}
    </>
  )
}
