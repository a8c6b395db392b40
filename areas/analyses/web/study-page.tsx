import { useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { analysisSteps, riskAnalysis, type AnalysisStep } from '#areas/analyses/contract/risk-analysis.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { updateRow, useRecord } from '#kit/web/resource/list-api.ts'
import { RecordPanel } from '#kit/web/resource/record-panel.tsx'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { TransitionHost } from '#kit/web/work/transition-host.tsx'
import { analysisTransitions } from './presentation.tsx'
import { ContentStep } from './content-step.tsx'
import { ScenarioStep } from './scenario-step.tsx'
import { StudyHead } from './study-head.tsx'
import type { Analysis } from './study-api.ts'

const ValidationStep = lazy(async () => ({ default: (await import('./validation-step.tsx')).ValidationStep }))
const parts = { follow: true } as const

/** One analysis, step by step: it opens where it was left, and every step can be come back to (RSK-12). */
export function Page() {
  const { id } = useParams<'/org/risks/analysis/$id'>()
  const { data: row, error, refetch } = useRecord(riskAnalysis, id)
  if (error && !row) {
    return (
      <Sheet>
        <ErrorState reason={error} onRetry={() => void refetch()} />
      </Sheet>
    )
  }
  if (!row) {
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  }
  return <Study key={id} row={row} />
}

/** The step that the address names, else the furthest one that somebody has come to. */
function useStep(row: Analysis): readonly [AnalysisStep, (step: AnalysisStep) => void] {
  const navigate = useNavigate()
  const named = useLocation({ select: ({ search }) => (search as { step?: unknown }).step })
  const furthest = analysisSteps[(row.step ?? 1) - 1] ?? 'values'
  const step = analysisSteps.find((one) => one === String(named)) ?? furthest
  return [step, (next) => void navigate({ to: path('/org/risks/analysis/$id', { id: row.id }, { step: next }) })]
}

/** The head stays where it is from step to step; where a record takes the whole page, or the screen is small, it is part of the list. */
function Listed({ head, children }: { readonly head: ReactNode; readonly children: (above: boolean) => ReactNode }) {
  const phone = usePhone()
  const full = useLocation({ select: ({ search }) => (search as { full?: unknown }).full !== undefined })
  if (phone || full) return children(false)
  return (
    <Sheet>
      {head}
      <Box grow shortens>
        {children(true)}
      </Box>
    </Sheet>
  )
}

function Study({ row }: { readonly row: Analysis }) {
  const t = useWords('analyses')
  usePageTitle(row.name)
  const navigate = useNavigate()
  const [step, go] = useStep(row)
  const [settings, setSettings] = useState(false)
  const at = analysisSteps.indexOf(step)
  const next = analysisSteps[at + 1]
  const writes = row.edit_right && row.status !== 'VALIDATED'
  const goOn = async () => {
    if (!next) return
    // A draft that is worked on is ongoing; what was reached is remembered for whoever takes it up again.
    if (writes && (row.step ?? 1) < at + 2)
      await updateRow(riskAnalysis, row, { step: at + 2, ...(row.status === 'DRAFT' ? { status: 'ONGOING' as const } : {}) }).catch(() => {})
    go(next)
  }
  const head = (
    <StudyHead row={row} step={step} onStep={go}>
      <Button size="sm" onClick={() => setSettings(true)}>
        {t('edit.settings')}
      </Button>
      {row.status === 'VALIDATED' && row.edit_right ? (
        <Button size="sm" onClick={() => void analysisTransitions.changeStatus(row, 'ONGOING').catch(() => {})}>
          {t('entities.risk_analysis.do.reopen')}
        </Button>
      ) : null}
      <ReportButtons path={`/risk_analysis/${row.id}/analysis_report`} />
      {next ? (
        <Button size="sm" variant="primary" onClick={() => void goOn()}>
          {t('steps.next', { step: t(`steps.${next}`) })}
        </Button>
      ) : null}
    </StudyHead>
  )
  return (
    <>
      {step === 'scenarios' || step === 'treatment' ? (
        <Listed head={head}>{(above) => <ScenarioStep key={step} row={row} step={step} writes={writes} {...(above ? {} : { children: head })} />}</Listed>
      ) : (
        <Sheet>
          <Box grow shortens overflow="scrolled">
            {head}
            {step === 'validation' ? (
              <Suspense fallback={<SkeletonRows count={8} />}>
                <ValidationStep row={row} writes={writes} />
              </Suspense>
            ) : (
              <ContentStep key={step} row={row} step={step} disabled={!writes} />
            )}
          </Box>
        </Sheet>
      )}
      <TransitionHost />
      {settings ? (
        <RecordPanel
          entity={riskAnalysis}
          id={row.id}
          parts={parts}
          edit
          onOpen={(id) => {
            setSettings(false)
            if (id !== undefined) void navigate({ to: path('/org/risks/analysis/$id', { id }) })
          }}
        />
      ) : null}
    </>
  )
}
