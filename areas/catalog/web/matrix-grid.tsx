import type { MatrixDefinition } from '#areas/catalog/contract/risk-matrix.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import css from './matrix-grid.module.css'

type Level = MatrixDefinition['risk'][number]

/** A risk matrix as people read one: probability upwards, impact to the right; each cell says its level, its colour only repeats it. */
export function MatrixGrid({ definition }: { readonly definition: MatrixDefinition }) {
  const t = useWords('catalog')
  const language = useLanguage()
  const name = (level: Level | undefined) => (level ? ((language === 'fr' ? (level.name_fr ?? level.name_en) : (level.name_en ?? level.name_fr)) ?? '') : '')
  const { probability, impact, risk, grid } = definition
  return (
    <Box overflow="scrolled" padY={12} tabIndex={0} role="region" aria-label={t('matrix.grid')}>
      <table className={css.matrix}>
        <Text as="caption" side="left" tone="quiet">
          {t('matrix.caption')}
        </Text>
        <tbody>
          {[...probability.keys()].toReversed().map((row) => (
            <tr key={row}>
              <Text as="th" padY={4} padX={8} tone="soft" weight={500} side="center" scope="row">
                {name(probability[row])}
              </Text>
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
              <Text as="th" padY={4} padX={8} tone="soft" weight={500} side="center" key={column} scope="col">
                {name(level)}
              </Text>
            ))}
          </tr>
        </tbody>
      </table>
    </Box>
  )
}
