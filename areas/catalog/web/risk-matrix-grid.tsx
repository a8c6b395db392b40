import type { CSSProperties } from 'react'
import type { MatrixDefinition } from '#areas/catalog/contract/risk-matrix.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './risk-matrix-grid.module.css'

type Level = MatrixDefinition['risk'][number]

/** Black on a light colour, white on a dark one, by the colour's relative luminance (WCAG 2). */
function inkOn(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  const [r = 0, g = 0, b = 0] = channels
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#14181f' : '#ffffff'
}

const lookOf = (level: Level | undefined): CSSProperties | undefined => (level?.color ? { background: level.color, color: inkOn(level.color) } : undefined)

/** A matrix as people know it: the most probable row on top, the gravest column at the right, each cell the level it makes. */
export function RiskMatrixGrid({ definition: { probability, impact, risk, grid } }: { readonly definition: MatrixDefinition }) {
  const t = useWords('catalog')
  const language = useLanguage()
  const name = (level: Level | undefined) => (language === 'fr' ? (level?.name_fr ?? level?.name_en) : (level?.name_en ?? level?.name_fr)) ?? level?.abbreviation ?? ''
  const rows = probability.map((level, n) => ({ level, cells: grid[n] ?? [], key: n })).toReversed()
  return (
    <table className={css.matrix}>
      <thead>
        <tr>
          <th scope="col" className={css.axis}>
            {t('matrix.axes')}
          </th>
          {impact.map((level, n) => (
            <th key={n} scope="col">
              {name(level)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ level, cells, key }) => (
          <tr key={key}>
            <th scope="row">{name(level)}</th>
            {cells.map((index, n) => (
              <td key={n} style={lookOf(risk[index])}>
                {name(risk[index])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The matrix as a mark of a few pixels, for lists. */
export function RiskMatrixMark({ definition: { grid, risk } }: { readonly definition: MatrixDefinition }) {
  return (
    <span className={css.small} style={{ gridTemplateColumns: `repeat(${grid[0]?.length ?? 1}, 9px)` }} aria-hidden>
      {grid.toReversed().flatMap((cells, row) => cells.map((index, n) => <i key={`${row}-${n}`} style={lookOf(risk[index])} />))}
    </span>
  )
}
