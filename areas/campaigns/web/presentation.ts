import { ClipboardPen, ListChecks } from 'lucide-react'
import { createElement } from 'react'
import { campaign } from '#areas/campaigns/contract/campaign.ts'
import { campaignWork } from '#areas/campaigns/contract/campaign-work.ts'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { evaluationWork } from '#areas/campaigns/contract/evaluation-work.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { Progress } from '#kit/web/ui/marks.tsx'
import { EvaluationStatus } from './results/evaluation-status.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'

const progress = ({ progress: value }: { readonly progress: number | null }) => createElement(Progress, { value: value ?? 0 })

/** Of what ended without being submitted, that word: as everywhere it is counted (docs/decisions/0081). */
const status = (row: RowOf<typeof evaluation>) =>
  createElement(EvaluationStatus, { line: { status: row.status ?? 'NOT_STARTED', not_submitted: row.not_submitted ?? false } })

definePresentation(campaign, { cells: { progress }, icon: ListChecks, widths: { identifier: 90, status: 120, progress: 110, evaluations: 110 } })
definePresentation(evaluation, { cells: { progress, status }, icon: ClipboardPen, widths: { status: 130, progress: 110, score: 90 } })

export const campaignTransitions = transitionsOf(campaignWork)
export const evaluationTransitions = transitionsOf(evaluationWork)
