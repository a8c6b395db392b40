import { TriangleAlert } from 'lucide-react'
import type { ReachedEvaluation } from '#areas/reviews/contract/calls.ts'
import { review } from '#areas/reviews/contract/review.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { Link } from '#kit/web/navigation.ts'
import { type Address, path } from '#kit/web/route.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import type { Review } from './reviews-api.ts'
import css from './reviews.module.css'

/** A name of this many letters stands in the list, and in the dialog (REV-09). */
export const nameLength = { page: 45, modal: 20 } as const
export const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text)

/** What is suggested, with a sign while other actions of the target are open. */
export function Suggested({ row, length = nameLength.page }: { readonly row: Review; readonly length?: number }) {
  const text = row.description ?? ''
  return (
    <Row as="span" inline gap={6} align="center" narrows className={css.suggested}>
      <span title={text.length > length ? text : undefined}>{shortened(text, length)}</span>
      {row.warning?.status ? <TriangleAlert size={13} className={css.warns} aria-label={row.warning.message ?? ''} /> : null}
    </Row>
  )
}

const titleOf = ({ target }: Review, length: number) =>
  target ? shortened(`${'identifier' in target && target.identifier ? `${target.identifier} ` : ''}${target.name ?? ''}`, length) : ''

/** What it is about, as far as the reader may know its name. */
export const Target = ({ row, length = nameLength.page }: { readonly row: Review; readonly length?: number }) => (
  <span className={css.target} title={row.target?.name ?? ''}>
    {titleOf(row, length)}
  </span>
)

/** The route campaign_eval: from its first question or requirement on (REV-27). */
const evaluationPage = ({ campaign_id: campaign, perimeter_id: perimeter, control, campaign: { questionnaire_id: questionnaire } }: ReachedEvaluation) =>
  questionnaire === null
    ? path('/contributions/evaluations/eval/$campaignId/$perimeterId', { campaignId: campaign, perimeterId: perimeter })
    : path('/contributions/evaluations/eval/$campaignId/$perimeterId/$controlId/$questionnaireId', {
        campaignId: campaign,
        perimeterId: perimeter,
        controlId: control,
        questionnaireId: questionnaire,
      })

/** Where the target is dealt with, in a tab of its own (REV-25 … REV-30); nothing where the reader has no such page. */
export function targetPage({ id, target, source, occasion }: Review, evaluation?: ReachedEvaluation | null): Address | undefined {
  if (!target) return undefined
  if (source === 'AUTH_CONFIG') return path('/admin/auth_config')
  if (target.entity === 'customer_connector') return path('/admin/customer_connectors', { review: id })
  if (target.entity === 'program') return path('/actions/$id/mapping', { id: target.id })
  if (target.entity === 'policy') return path('/org/policies/$id', { id: target.id }, { confirm: occasion === 'MAPPING' ? 1 : undefined })
  const page = pageOfEntity(target.entity)
  if (target.entity === 'evaluation' && evaluation) return evaluationPage(evaluation)
  if (target.entity === 'member') return page && path('/admin/users/$id/objects', { id: target.id })
  return page && path(page.path, { id: target.id })
}

interface Leading {
  readonly row: Review
  readonly evaluation?: ReachedEvaluation | null | undefined
  readonly label: string
}

export const TargetLink = ({ row, evaluation, label }: Leading) => {
  const to = targetPage(row, evaluation)
  return to ? (
    <Link to={to} target="_blank" rel="noopener">
      {label}
    </Link>
  ) : null
}

definePresentation(review, {
  cells: { description: (row) => <Suggested row={row} />, target: (row) => <Target row={row} /> },
  tones: { status: { OPEN: { tone: 'primary', glyph: 'circle' }, CLOSED: { tone: 'success', glyph: 'check' } } },
})
