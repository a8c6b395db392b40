import { ArrowLeft, TriangleAlert } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import css from './approval.module.css'
import { useGround, useRiskHistory } from './approval-api.ts'
import { ApprovalCompare } from './approval-compare.tsx'
import { ApprovalDecide } from './approval-decide.tsx'
import { riskTones } from './presentation.tsx'
import { useDecisions, useExplanation, type Risk } from './risk-api.ts'
import { useComparison } from './use-comparison.tsx'

interface ApprovalCaseProps {
  readonly row: Risk
  readonly onBack: () => void
  readonly onDone: () => void
}

/** One risk that is asked about: what was frozen, what it is now, and what is decided. */
export function ApprovalCase({ row, onBack, onDone }: ApprovalCaseProps) {
  const t = useWords('risks')
  const decisions = useDecisions(row)
  const ground = useGround(row.id)
  const history = useRiskHistory(row)
  const explanation = useExplanation(row)
  const asked = decisions.data?.find(({ question }) => question === 'approval')
  const lines = useComparison({ row, asked, ground: ground.data, history: history.data, scale: explanation.data?.scale })
  const lost = decisions.error ?? ground.error
  const open = asked?.state === 'OPEN'
  const changed = lines.filter((line) => line.changed).length
  const stale = open && (row.stale || asked.stale || changed > 0)
  return (
    <>
      <Box as="article" narrows padY={16} padX={16} className={css.case} aria-labelledby="approval-case">
        <header>
          <Button size="sm" variant="subtle" icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
            {t('workspace.back')}
          </Button>
          <p>
            <code>{row.identifier}</code>{' '}
            {[
              row.perimeter?.name ?? row.tag?.name,
              decisions.data && decisions.data.length > 0 ? t('workspace.nth', { count: String(decisions.data.length) }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Row as="h2" wrap align="center" gap={8} above={4} below={12} size={16} line={24} weight={700} id="approval-case">
            {row.name} {row.status ? <StatusBadge {...riskTones.status[row.status]}>{t(`entities.risk.choices.status.${row.status}`)}</StatusBadge> : null}
          </Row>
        </header>
        {stale ? (
          <Row as="p" gap={12} below={12} padY={10} padX={12} corner={8} fill="warn" tone="warn" className={css.banner}>
            <TriangleAlert size={16} aria-hidden />
            <span>
              <b>{t('workspace.stale', { count: changed, of: String(lines.length) })}</b>
              {t('workspace.stale_text')}
            </span>
          </Row>
        ) : null}
        {lost ? (
          <ErrorState
            reason={lost}
            onRetry={() => {
              void decisions.refetch()
              void ground.refetch()
            }}
          />
        ) : !decisions.data || !ground.data ? (
          <SkeletonRows count={8} />
        ) : asked ? (
          <ApprovalCompare lines={lines} asked={asked} />
        ) : (
          <EmptyState title={t('workspace.never')} />
        )}
      </Box>
      {asked && decisions.data ? (
        <ApprovalDecide row={row} asked={asked} earlier={decisions.data} stale={stale} ground={ground.data} history={history.data ?? []} onDone={onDone} />
      ) : (
        <Stack as="aside" gap={12} padY={16} padX={16} narrows className={css.decide} />
      )}
    </>
  )
}
