import { useMemo, useRef, type ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { canOpen, type Column } from '#kit/web/table/columns.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { nameOfRow, useFieldContexts, valueOf } from './entity-columns.tsx'
import css from './phone-list.module.css'
import { hasSections, phoneFields, sectionsOf, shortPerson } from './phone-row.ts'
import type { AnyRow } from './presentation.ts'

interface PhoneListProps {
  readonly entity: EntityDef
  readonly label: string
  /** All columns that the list may show: their cells draw status and date. */
  readonly columns: readonly Column<AnyRow>[]
  readonly rows: readonly AnyRow[] | undefined
  readonly total: number
  readonly state: ListState
  readonly stale: boolean
  readonly error: { readonly reason: unknown; readonly retry: () => void } | undefined
  /** In place of rows where there are none. */
  readonly nothing: ReactNode
  readonly onOpen: (row: AnyRow) => void
  readonly onMore: (() => void) | undefined
  /** The controls above fold while one reads on, and come back when one turns round. */
  readonly onFold: (folded: boolean) => void
}

/** Pixels that a finger moves without meaning anything. */
const jitter = 8

/** A list as two lines a row, for a phone: nothing scrolls sideways, and a tap opens. */
export function PhoneList({ entity, label, columns, rows, total, state, stale, error, nothing, onOpen, onMore, onFold }: PhoneListProps) {
  const t = useWords('kit')
  const format = useFormat()
  const fields = useMemo(() => phoneFields(entity), [entity])
  const top = useRef(0)
  if (error && !rows) return <ErrorState reason={error.reason} onRetry={error.retry} />
  if (!rows) return <SkeletonRows count={12} />
  if (rows.length === 0) return <div className={css.scroll}>{nothing}</div>
  const { date } = fields
  const sections = date !== undefined && hasSections(entity, state.sort, date) ? sectionsOf(rows, date, state.page * state.per_page >= total) : undefined
  const listOf = (some: readonly AnyRow[], name: string) => (
    <ul className={css.list} aria-label={name}>
      {some.map((row) => (
        <PhoneRow key={row.id} entity={entity} fields={fields} columns={columns} row={row} open={String(state.id) === String(row.id)} onOpen={onOpen} />
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
      {sections
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

interface PhoneRowProps extends Pick<PhoneListProps, 'entity' | 'columns' | 'onOpen'> {
  readonly fields: ReturnType<typeof phoneFields>
  readonly row: AnyRow
  readonly open: boolean
}

function PhoneRow({ entity, fields, columns, row, open, onOpen }: PhoneRowProps) {
  const contextOf = useFieldContexts(entity)
  const drawn = (name: string | undefined) => (name === undefined ? null : columns.find((column) => column.name === name)?.cell(row))
  const said = (name: string | undefined) => {
    if (name === undefined) return ''
    const context = contextOf(name)
    const value = valueOf(row, name)
    const reference = value as Reference | null
    return context.field.kind === 'ref' ? (reference?.name ?? '') : kinds[context.field.kind].text(context)(value)
  }
  const referred = (name: string | undefined) => (name === undefined ? null : ((valueOf(row, name) as Reference | null | undefined) ?? null))
  const person = referred(fields.person)
  const group = person ? null : referred(fields.group)
  const facts = [fields.identifier, fields.place, ...fields.others].map(said).filter(Boolean).join(', ')
  const name = said(fields.title) || nameOfRow(entity, row)
  return (
    <li className={css.row} data-open={open || undefined}>
      <div className={css.line}>
        {canOpen(row) ? (
          <button type="button" className={css.name} aria-current={open || undefined} onClick={() => onOpen(row)}>
            {name}
          </button>
        ) : (
          <span className={css.name}>{name}</span>
        )}
        <span className={css.date}>{drawn(fields.date)}</span>
      </div>
      <div className={css.line}>
        {drawn(fields.status)}
        <span className={css.facts}>{facts}</span>
        {person ? (
          <span className={css.person} title={person.name}>
            <Avatar name={person.name} />
            {shortPerson(person.name)}
          </span>
        ) : null}
        {group ? <span className={css.group}>{group.name}</span> : null}
      </div>
    </li>
  )
}
