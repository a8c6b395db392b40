import { ChevronRight } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Column, Selection } from '#kit/web/table/columns.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { GroupHead } from './group-head.tsx'
import heads from './group-head.module.css'
import css from './phone-list.module.css'
import { PhoneRow } from './phone-row-view.tsx'
import { hasSections, phoneFields, sectionsOf } from './phone-row.ts'
import type { AnyRow } from './presentation.ts'
import type { FoldedGroup } from './use-groups.ts'

interface PhoneListProps {
  readonly entity: EntityDef
  readonly label: string
  /** All columns that the list may show: their cells draw status and date. */
  readonly columns: readonly Column<AnyRow>[]
  readonly rows: readonly AnyRow[] | undefined
  readonly total: number
  /** The groups in which they stand, by a field. */
  readonly groups: readonly FoldedGroup[] | undefined
  readonly by: string | undefined
  readonly onGroupFold: (key: string, folded: boolean) => void
  readonly state: ListState
  readonly stale: boolean
  readonly error: { readonly reason: unknown; readonly retry: () => void } | undefined
  /** In place of rows where there are none. */
  readonly nothing: ReactNode
  readonly onOpen: (row: AnyRow) => void
  readonly onMore: (() => void) | undefined
  /** Given to whoever may select; rows are selected instead of opened while `selecting`. */
  readonly onSelection: ((selection: Selection<AnyRow>) => void) | undefined
  readonly selection: Selection<AnyRow>
  readonly selecting: boolean
  /** The controls above fold while one reads on, and come back when one turns round. */
  readonly onFold: (folded: boolean) => void
}

/** Rows of a group among others; it is opened alone for the rest. */
const fewOfGroup = 4

/** Pixels that a finger moves without meaning anything. */
const jitter = 8

/** A list as two lines a row, for a phone: nothing scrolls sideways, and a tap opens. */
export function PhoneList({
  entity,
  label,
  columns,
  rows,
  groups,
  by,
  onGroupFold,
  total,
  state,
  stale,
  error,
  nothing,
  onOpen,
  onMore,
  onFold,
  ...rest
}: PhoneListProps) {
  const t = useWords('kit')
  const format = useFormat()
  const fields = useMemo(() => phoneFields(entity), [entity])
  const top = useRef(0)
  if (error && !rows) return <ErrorState reason={error.reason} onRetry={error.retry} />
  if (!rows) return <SkeletonRows count={12} />
  if (rows.length === 0) return <div className={css.scroll}>{nothing}</div>
  const { date } = fields
  const { selection, selecting, onSelection } = rest
  const toggle = (row: AnyRow) => {
    const id = String(row.id)
    const next = new Map(selection)
    if (!next.delete(id)) next.set(id, row)
    onSelection?.(next)
  }
  const sections = date !== undefined && hasSections(entity, state.sort, date) ? sectionsOf(rows, date, state.page * state.per_page >= total) : undefined
  const listOf = (some: readonly AnyRow[], name: string) => (
    <ul className={css.list} aria-label={name}>
      {some.map((row) => (
        <PhoneRow
          key={row.id}
          entity={entity}
          fields={fields}
          columns={columns}
          row={row}
          open={String(state.id) === String(row.id)}
          selected={selecting ? selection.has(String(row.id)) : undefined}
          onOpen={onOpen}
          onToggle={onSelection && toggle}
        />
      ))}
    </ul>
  )
  return (
    <div
      className={css.scroll}
      data-stale={stale || undefined}
      onScroll={({ currentTarget: { scrollTop } }) => {
        const moved = scrollTop - top.current
        if (Math.abs(moved) < jitter) return
        top.current = scrollTop
        onFold(moved > 0 && scrollTop > 48)
      }}
    >
      {groups
        ? groups.map(({ group, folded, only }) => {
            const name = group.of?.name ?? t('table.not_grouped')
            const some = only ? group.rows.slice(0, fewOfGroup) : group.rows
            const more = (group.answer?.rows ?? group.rows.length) - some.length
            return (
              <section key={group.key} aria-label={name}>
                <h2 className={heads.section}>
                  <GroupHead short group={group} entity={entity} by={by ?? ''} folded={folded} onFold={() => onGroupFold(group.key, !folded)} onOnly={only} />
                </h2>
                {folded ? null : listOf(some, `${label}, ${name}`)}
                {folded || !only || more <= 0 ? null : (
                  <button type="button" className={heads.more} onClick={only}>
                    {t('table.group_more', { count: more, name })}
                    <ChevronRight size={16} aria-hidden />
                  </button>
                )}
              </section>
            )
          })
        : sections
          ? sections.map(({ name, rows: some, count }, n) => (
              <section key={`${name}${n}`}>
                <h2 className={css.section}>
                  {t(`sections.${name}`)}
                  {count === undefined ? null : <b>{format.number(count)}</b>}
                </h2>
                {listOf(some, `${label}, ${t(`sections.${name}`)}`)}
              </section>
            ))
          : listOf(rows, label)}
      {onMore ? (
        <div className={css.more}>
          <Button wide size="lg" onClick={onMore}>
            {t('filters.show_more', { count: Math.min(total - rows.length, 20) })}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
