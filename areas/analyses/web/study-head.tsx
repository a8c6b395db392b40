import type { ReactNode } from 'react'
import { scenarioFigures } from '#areas/analyses/contract/figures.ts'
import { analysisSteps, type AnalysisStep } from '#areas/analyses/contract/risk-analysis.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Steps } from '#kit/web/ui/steps.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Analysis } from './study-api.ts'
import css from './study.module.css'

interface StudyHeadProps {
  readonly row: Analysis
  readonly step: AnalysisStep
  readonly onStep: (step: AnalysisStep) => void
  /** What can be done with it. */
  readonly children: ReactNode
}

/** What is studied and how far: six steps, each a button; what is retained leads to its scenarios. */
export function StudyHead({ row, step, onStep, children }: StudyHeadProps) {
  const t = useWords('analyses')
  const format = useFormat()
  const status = row.status ?? 'DRAFT'
  const reached = row.status === 'VALIDATED' ? analysisSteps.length : (row.step ?? 1) - 1
  const retained = rowsAt(path('/org/risks/analysis/$id', { id: row.id }, { step: 'scenarios' }), filtersOf(scenarioFigures.retained))
  return (
    <Box as="header" edge="below">
      <Row as="section" wrap align="center" gap={14} rowGap={6} className={css.line} aria-label={row.name ?? ''}>
        <h2>{row.name}</h2>
        <StatusBadge {...lookOf(status, 'risk_analysis.status')}>{t(`entities.risk_analysis.choices.status.${status}`)}</StatusBadge>
        <span>{row.perimeter?.name}</span>
        {row.retained ? (
          <Link to={retained}>
            {t('entities.risk_analysis.fields.retained')} {format.number(row.retained)}
          </Link>
        ) : null}
        <Row wrap align="center" gap={6} pushed>
          {children}
        </Row>
      </Row>
      <div className={css.steps}>
        <Steps
          label={t('steps.title')}
          value={step}
          onChange={onStep}
          steps={analysisSteps.map((value, at) => ({ value, label: t(`steps.${value}`), done: at < reached }))}
        />
      </div>
      <Text as="p" tone="soft" className={css.hint}>
        {t(`steps.hints.${step}`)}
      </Text>
    </Box>
  )
}
