import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ImportLine } from '#areas/library/contract/import-report.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import css from './import.module.css'

const icons = { error: CircleAlert, warning: TriangleAlert, info: Info }

/** What an import said, line by line, worst first. */
export function ReportLines({ lines }: { readonly lines: readonly ImportLine[] }) {
  const t = useWords('library')
  const order = ['error', 'info', 'warning'] as const
  return (
    <Box as="ul" overflow="scrolled" size={12} line={18} className={css.lines} aria-label={t('entities.import_report.fields.lines')}>
      {lines
        .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
        .map((line, n) => {
          const Icon = icons[line.level]
          return (
            <Grid as="li" gap={8} padY={5} edge="soft-below" breaks key={n} data-level={line.level}>
              <Icon size={15} aria-label={t(`levels.${line.level}`)} role="img" />
              <span>{line.message}</span>
            </Grid>
          )
        })}
    </Box>
  )
}
