import type { CSSProperties, ReactNode } from 'react'
import type { Reference } from '#kit/contract/field.ts'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import figures from '#kit/web/ui/figures.module.css'
import { InCharge } from './responsible.tsx'

/** A month of full work, in days: the darkest cell. */
const fullMonth = 20

/** Days of somebody, or of nobody. */
export interface LoadRow {
  readonly manager: { readonly id: number; readonly name: string | null } | null
  readonly is_group: boolean
  readonly days: readonly number[]
}

interface LoadColumn<R> {
  readonly label: string
  readonly of: (row: R) => number
  /** `late`: what is left of the past; `plain`: no shade. */
  readonly look?: 'late' | 'plain'
}

interface LoadTableProps<R extends LoadRow> {
  readonly label: string
  readonly caption: string
  readonly person: string
  readonly nobody: string
  readonly total: string
  /** First days. */
  readonly months: readonly string[]
  readonly rows: readonly R[]
  readonly before: LoadColumn<R>
  readonly after?: readonly LoadColumn<R>[]
  /** Above the months, by their sums. */
  readonly head?: (totals: readonly number[]) => ReactNode
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Days per person in charge and month, with what lies before and after them, the more the darker (TBL-27). */
export function LoadTable<R extends LoadRow>({ label, caption, person, nobody, total, months, rows, before, after = [], head }: LoadTableProps<R>) {
  const format = useFormat()
  const month = dayWords(format.language, { month: 'short' })
  const totals = months.map((_, at) => sum(rows.map(({ days }) => days[at] ?? 0)))
  const figure = (value: number) => format.number(value, 1)
  const totalOf = (row: R) => before.of(row) + sum(row.days) + sum(after.map(({ of }) => of(row)))
  return (
    <div className={figures.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={figures.load}>
        <caption>
          <span>{caption}</span>
        </caption>
        <thead>
          {head?.(totals)}
          <tr>
            <th scope="col">{person}</th>
            <th scope="col">{before.label}</th>
            {months.map((first) => (
              <th key={first} scope="col">
                {month(first)} <small>{first.slice(0, 4)}</small>
              </th>
            ))}
            {after.map(({ label: name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{total}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.manager ? `${row.is_group}${row.manager.id}` : 'none'}>
              <th scope="row">
                <Person row={row} nobody={nobody} />
              </th>
              <Days value={before.of(row)} look={before.look} />
              {row.days.map((days, at) => (
                <Days key={months[at]} value={days} />
              ))}
              {after.map(({ label: name, of, look }) => (
                <Days key={name} value={of(row)} look={look} />
              ))}
              <td className={figures.total}>{figure(totalOf(row))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            <td>{figure(sum(rows.map(before.of)))}</td>
            {totals.map((days, at) => (
              <td key={months[at]}>{figure(days)}</td>
            ))}
            {after.map(({ label: name, of }) => (
              <td key={name}>{figure(sum(rows.map(of)))}</td>
            ))}
            <td className={figures.total}>{figure(sum(rows.map(totalOf)))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Person({ row: { manager, is_group: isGroup }, nobody }: { readonly row: LoadRow; readonly nobody: string }) {
  if (!manager) return nobody
  const who: Reference = { id: manager.id, name: manager.name ?? '' }
  return isGroup ? <InCharge person={null} group={who} /> : <InCharge person={who} />
}

function Days({ value, look }: { readonly value: number; readonly look?: LoadColumn<never>['look'] }) {
  const format = useFormat()
  const share = look === 'plain' ? 0 : Math.min(1, value / fullMonth)
  return (
    <td data-late={(look === 'late' && value > 0) || undefined} style={{ '--share': `${Math.round(share * 45)}%` } as CSSProperties}>
      {value ? format.number(value, 1) : ''}
    </td>
  )
}
