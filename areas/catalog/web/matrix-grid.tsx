import type { MatrixDefinition } from '#areas/catalog/contract/risk-matrix.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './matrix-grid.module.css'

type Level = MatrixDefinition['risk'][number]

/** A risk matrix as people read one: probability upwards, impact to the right; each cell says its level, its colour only repeats it. */
export function MatrixGrid({ definition }: { readonly definition: MatrixDefinition }) {
  const t = useWords('catalog')
  const language = useLanguage()
  const name = (level: Level | undefined) => (level ? ((language === 'fr' ? (level.name_fr ?? level.name_en) : (level.name_en ?? level.name_fr)) ?? '') : '')
  const { probability, impact, risk, grid } = definition
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('matrix.grid')}>
      <table className={css.matrix}>
        <caption>{t('matrix.caption')}</caption>
        <tbody>
          {[...probability.keys()].toReversed().map((row) => (
            <tr key={row}>
              <th scope="row">{name(probability[row])}</th>
              {impact.map((_, column) => {
                const level = risk[grid[row]?.[column] ?? -1]
                return (
                  <td key={column} style={{ '--level': level?.color ?? 'transparent' } as React.CSSProperties}>
                    {name(level)}
                  </td>
                )
              })}
            </tr>
          ))}
          <tr>
            <td />
            {impact.map((level, column) => (
              <th key={column} scope="col">
                {name(level)}
              </th>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
