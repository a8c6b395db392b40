import type { CSSProperties } from 'react'
import type { MatrixAnswer } from '#kit/contract/source.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './blocks.module.css'
import { useListOf } from './opened-lists.ts'

/** Rows by two sides: how many stand where, in the colour of their level. */
export function MatrixView({ answer, title, opens }: { readonly answer: MatrixAnswer; readonly title: string; readonly opens: boolean }) {
  const t = useWords('reporting')
  const format = useFormat()
  const { rows, columns, cells, above, opens: link, total } = answer
  const all = useListOf(opens)(link)
  return (
    <>
      <table className={css.matrix} aria-label={title} style={{ '--columns': columns.length } as CSSProperties}>
        <tbody>
          {rows.map((row, n) => (
            <tr key={row}>
              <th scope="row" title={row}>
                {row}
              </th>
              {columns.map((column, m) => {
                const cell = cells[n]?.[m]
                const color = inColor(cell?.tint)
                return (
                  <td
                    key={column}
                    {...color}
                    title={cell?.level ?? undefined}
                    aria-label={t('view.cell', { row, column, level: cell?.level ?? '', count: cell?.count ?? 0 })}
                  >
                    {cell && cell.count > 0 ? format.number(cell.count) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
      <Text as="p" size={12} tone="quiet">
        {above === null ? null : t('view.above', { count: above })}{' '}
        {all ? <Link to={all}>{t('view.all', { count: total, shown: format.number(total) })}</Link> : null}
      </Text>
    </>
  )
}
