import { useId } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { canOpen, canSelect, type Column } from '#kit/web/table/columns.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { ScaleLevel } from '#kit/web/ui/level.tsx'
import { nameOfRow, useFieldContexts, valueOf } from './entity-columns.tsx'
import css from './phone-list.module.css'
import { shortPerson, type PhoneFields } from './phone-row.ts'
import { Waits } from './waiting-filter.tsx'
import { presentationOf, type AnyRow } from './presentation.ts'
import { useLongPress } from './use-long-press.ts'

interface PhoneRowProps {
  readonly entity: EntityDef
  readonly columns: readonly Column<AnyRow>[]
  readonly fields: PhoneFields
  readonly row: AnyRow
  readonly open: boolean
  /** Absent while rows are opened, not selected. */
  readonly selected: boolean | undefined
  readonly onOpen: (row: AnyRow) => void
  readonly onToggle: ((row: AnyRow) => void) | undefined
}

/** What a row says of its fields, in words. */
function useSaid(entity: EntityDef, columns: readonly Column<AnyRow>[], row: AnyRow) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const drawn = (name: string | undefined) => (name === undefined ? null : columns.find((column) => column.name === name)?.cell(row))
  const textOf = (name: string | undefined) => {
    if (name === undefined) return ''
    // Words of an area's own say more than those of the kind.
    const own = drawn(name)
    if (typeof own === 'string') return own
    const context = contextOf(name)
    const value = valueOf(row, name)
    return context.field.kind === 'ref' ? ((value as Reference | null)?.name ?? '') : kinds[context.field.kind].text(context)(value)
  }
  /** A figure says what it counts, and of what may or may not be only what is. */
  const fact = (name: string) => {
    const context = contextOf(name)
    const label = context.words.word(`columns.${name}`) ?? context.words.field(name)
    const { kind } = context.field
    if (kind === 'boolean') return valueOf(row, name) === true ? label : ''
    const words = textOf(name)
    return words !== '' && (kind === 'integer' || kind === 'decimal') ? t('labelled', { label, value: words }) : words
  }
  return { drawn, said: textOf, fact }
}

function levelSign(entity: EntityDef, name: string, row: AnyRow) {
  const value = valueOf(row, name)
  return typeof value === 'number' ? <ScaleLevel scale={entity.fields[name]?.options.scale ?? ''} value={value} bare /> : null
}

/** One row of a list as two lines; a tap opens it, a long press begins to select. */
export function PhoneRow({ entity, fields, columns, row, open, selected, onOpen, onToggle }: PhoneRowProps) {
  const t = useWords('kit')
  const { drawn, said: textOf, fact } = useSaid(entity, columns, row)
  const box = useId()
  const press = useLongPress(selected === undefined && onToggle && canSelect(row) ? () => onToggle(row) : undefined)
  const referred = (name: string | undefined) => (name === undefined ? null : ((valueOf(row, name) as Reference | null | undefined) ?? null))
  const person = referred(fields.person)
  const group = person ? null : referred(fields.group)
  const facts = [...[fields.identifier, fields.place].map(textOf), ...fields.others.map(fact)].filter(Boolean).join(', ')
  const name = textOf(fields.title) || nameOfRow(entity, row)
  const { sign: signOf, figure, phone: Own } = presentationOf(entity)
  const status = Own ? null : drawn(fields.status)
  const sign = typeof signOf === 'string' ? levelSign(entity, signOf, row) : signOf?.(row)
  const shown = Own ? <Own.name row={row} /> : name
  return (
    <li className={css.row} data-phone-row data-open={open || undefined} data-selected={selected} {...press}>
      {selected === undefined ? null : (
        <label className={css.pick} htmlFor={box}>
          <Check id={box} aria-label={t('table.select_row', { name })} checked={selected} disabled={!canSelect(row)} onChange={() => onToggle?.(row)} />
        </label>
      )}
      <div className={css.line}>
        {selected === undefined && canOpen(row) ? (
          <button type="button" className={css.name} aria-current={open || undefined} onClick={() => onOpen(row)}>
            {shown}
          </button>
        ) : (
          <span className={css.name}>{shown}</span>
        )}
        {sign ? <span className={css.sign}>{sign}</span> : null}
        <span className={css.date}>{fields.date === undefined ? figure?.(row) : drawn(fields.date)}</span>
      </div>
      {status || facts || person || group ? (
        <div className={css.line}>
          {status}
          <Waits row={row} />
          <span className={css.facts}>{Own ? <Own.facts row={row} /> : facts}</span>
          {person && !Own ? (
            <span className={css.person} title={person.name}>
              <Avatar name={person.name} />
              {shortPerson(person.name)}
            </span>
          ) : null}
          {group ? <span className={css.group}>{group.name}</span> : null}
        </div>
      ) : null}
    </li>
  )
}
