import type { Answer } from '#kit/contract/source.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { amount } from './amount.ts'
import css from './blocks.module.css'
import { useListOf } from './opened-lists.ts'

interface Line {
  readonly key: string
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly to: ReturnType<ReturnType<typeof useListOf>>
}

/** What stands behind a picture, as a table: what is counted leads to its rows. It scrolls by the keys, but is no landmark; neither is the block around it, which has the same name. */
export function AnswerTable({ answer, label, opens }: { readonly answer: Answer; readonly label: string; readonly opens: boolean }) {
  const t = useWords('reporting')
  const format = useFormat()
  const listOf = useListOf(opens)
  if (answer.kind === 'matrix') {
    return (
      <div className={css.scroll} tabIndex={0} role="group" aria-label={label}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('view.level')}</th>
              {answer.columns.map((column) => (
                <th key={column} scope="col" data-align="end">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.rows.map((row, n) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {answer.cells[n]?.map((cell, m) => (
                  <td key={answer.columns[m]} data-align="end">
                    {format.number(cell.count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  if (answer.kind !== 'groups' && answer.kind !== 'series') return null
  const { series, unit } = answer
  const lines: Line[] =
    answer.kind === 'groups'
      ? answer.rows.map(({ key, label: name, values, opens: link }) => ({
          key,
          label: name,
          values,
          to: listOf(link),
        }))
      : answer.points.map(({ day, values, opens: link }) => ({
          key: day,
          label: format.date(day),
          values,
          to: listOf(link),
        }))
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{answer.kind === 'series' ? t('view.day') : t('view.group')}</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col" data-align="end">
                {name || t('view.value')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, label: name, values, to }) => (
            <tr key={key}>
              <th scope="row">{to ? <Link to={to}>{name}</Link> : name}</th>
              {values.map((value, n) => (
                <td key={series[n]?.key ?? n} data-align="end">
                  {amount(format, value, unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
