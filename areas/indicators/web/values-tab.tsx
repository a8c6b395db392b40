import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { CourseCard } from './course-card.tsx'
import { ExplainCard } from './explain-card.tsx'
import { FormulaCard } from './formula-card.tsx'
import { HeatTable } from './heat-table.tsx'
import { useBoard, type Chosen, type ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { LevelsCard } from './levels-card.tsx'
import type { Indicator } from './presentation.tsx'

/** An indicator with everything that explains it: formula, levels, course, perimeters and how a value came about (visual-time, Indicator). */
export function ValuesTab({ row }: { readonly row: Indicator }) {
  const t = useWords('indicators')
  const { data: board, error, refetch } = useBoard(row.id, {})
  const [chosen, choose] = useState<Chosen>()
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!board) return <Skeleton height={420} />
  const shown = chosen ?? firstOf(board)
  return (
    <div className={css.record}>
      <Row align="center" gap={6} size={12} tone="soft" className={css.working} role="status">
        {board.recalculating ? (
          <>
            <RefreshCw size={14} aria-hidden /> <b>{t('board.recalculating')}</b> <span>{t('board.recalculating_text')}</span>
          </>
        ) : null}
      </Row>
      <Grid gap={12} className={css.layout}>
        <Stack gap={12} narrows>
          <FormulaCard row={row} board={board} perimeter={shown?.perimeter} />
          {board.cells.length === 0 ? (
            <section className={css.card}>
              <EmptyState title={t('board.empty')} text={t('board.empty_text')} />
            </section>
          ) : (
            <>
              <CourseCard row={row} board={board} chosen={shown} name={row.name ?? row.identifier} />
              <HeatTable board={board} chosen={shown} onChoose={choose} name={row.name ?? row.identifier} />
            </>
          )}
        </Stack>
        <Stack gap={12} narrows>
          <LevelsCard key={JSON.stringify([row.version, board.levels])} row={row} board={board} />
          {shown ? <ExplainCard id={row.id} board={board} chosen={shown} /> : null}
        </Stack>
      </Grid>
    </div>
  )
}

/** What is looked at first: the highest perimeter in its last period that is over. */
function firstOf({ places, cells, periods }: ShownBoard): Chosen | undefined {
  const [top] = places
  const over = periods.filter(({ current }) => !current)
  const last = over.findLast(({ start }) => cells.some(({ perimeter, period }) => perimeter === top?.id && period === start)) ?? over.at(-1)
  return top && last ? { perimeter: top.id, period: last.start } : undefined
}
