import { ChevronRight } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import { reasonValues } from '#areas/scores/contract/score.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type LooseWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { type Address, path } from '#kit/web/route.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { byLoss } from './by-loss.ts'
import { useExplanation, type Subject, type View } from './score-api.ts'
import { ScoreBadge } from './score-marks.tsx'
import css from './score-explanation.module.css'

/** Why a score is what it is: opens level by level down to measures, what lowers them and what proves them. The points of what stands below a line add up to its own. */
export function ScoreExplanation({ subject, view }: { readonly subject: Subject; readonly view: View }) {
  const root = useExplanation({ ...subject, ...view }, undefined)
  const words = useWords('scores')
  if (root.isPending) return <SkeletonRows count={6} />
  if (root.isError) return <ErrorState reason={root.error} title={words('errors.unavailable')} onRetry={() => void root.refetch()} />
  return (
    <ul aria-label={words('explanation.title')}>
      {byLoss(root.data.children ?? []).map((node) => (
        <Branch key={node.path} node={node} subject={subject} view={view} level={0} />
      ))}
    </ul>
  )
}

function Branch({ node, subject, view, level }: { readonly node: NamedExplanation; readonly subject: Subject; readonly view: View; readonly level: number }) {
  const words = useWords('scores' as string)
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const below = useExplanation({ ...subject, ...view }, node.path, open)
  const leaf =
    ['BASE', 'DEDUCTION', 'OCCURRENCE', 'VALUE', 'EVIDENCE', 'HIDDEN'].includes(node.kind) ||
    (node.kind === 'MEASURE' && view.figure === 'COVERAGE') ||
    node.reasons.some(({ code }) => code === 'unmapped')
  const name = nameOf(node, words)
  const to = linkOf(node)
  return (
    <li>
      <Grid
        align="center"
        gap={6}
        edge="soft-below"
        className={css.line}
        style={{ '--level': level } as CSSProperties}
        data-out={node.contribution === null || undefined}
      >
        {leaf ? (
          <span className={css.leaf} />
        ) : (
          <Grid
            type="button"
            as="button"
            centered
            tone="quiet"
            className={css.toggle}
            data-open={open || undefined}
            aria-expanded={open}
            aria-label={words(open ? 'page.collapse' : 'page.expand', { name })}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={14} aria-hidden />
          </Grid>
        )}
        <Stack narrows>
          <Text weight={500} breaks className={css.name}>
            {node.label?.identifier && node.kind !== 'CONSOLIDATED' && node.kind !== 'OWN' ? (
              <Text tone="quiet" weight={400} size={12} className={css.identifier}>
                {node.label.identifier}
              </Text>
            ) : null}
            {to ? <Link to={to}>{name}</Link> : name}
          </Text>
          <Text size={12} line={16} tone="quiet">
            {reasonsOf(node, words, format).join(' · ')}
          </Text>
        </Stack>
        <Text side="right">{valueOf(node, view.figure, format)}</Text>
        <Text tone="soft" size={12} side="right" oneLine figures className={css.points} data-negative={(node.contribution ?? 0) < 0 || undefined}>
          {node.kind === 'EVIDENCE' || (node.kind === 'VALUE' && node.contribution === 0)
            ? ''
            : node.contribution === null
              ? '—'
              : words('page.points', { points: format.number(node.contribution, Math.abs(node.contribution) < 1 ? 2 : 1) })}
        </Text>
      </Grid>
      {open ? (
        <ul>
          {below.isPending ? <SkeletonRows count={2} /> : null}
          {below.isError ? <ErrorState reason={below.error} onRetry={() => void below.refetch()} /> : null}
          {below.data?.path === node.path
            ? byLoss(below.data.children ?? []).map((child) => <Branch key={child.path} node={child} subject={subject} view={view} level={level + 1} />)
            : null}
        </ul>
      ) : null}
    </li>
  )
}

function valueOf(node: NamedExplanation, figure: View['figure'], format: Format) {
  if (node.kind === 'DEDUCTION')
    return (
      <Text size={12} tone="soft" weight={550} figures>
        −{format.number(node.value, 0)}
      </Text>
    )
  if (node.kind === 'CONTROL')
    return (
      <Text size={12} tone="soft" weight={550} figures>
        {format.percent(node.value)}
      </Text>
    )
  if (node.kind === 'HIDDEN' || node.kind === 'EVIDENCE' || node.kind === 'OCCURRENCE' || node.kind === 'VALUE') return null
  return <ScoreBadge score={node.value} target={node.target} figure={figure} />
}

function nameOf(node: NamedExplanation, words: LooseWords): string {
  if (node.kind === 'HIDDEN') return words('explanation.kind.HIDDEN', { count: Number(node.reasons[0]?.params['count'] ?? 0) })
  if (node.kind === 'OCCURRENCE' && !node.label) return words('explanation.reason.occurrence_others', { count: Number(node.reasons[0]?.params['count'] ?? 0) })
  if (node.kind === 'VALUE' && !node.label)
    return node.id === null ? words('explanation.reason.value_others', { count: Number(node.reasons[0]?.params['count'] ?? 0) }) : words('explanation.value')
  if (node.kind === 'EVIDENCE' && !node.label) return words('explanation.kind.HIDDEN', { count: Number(node.reasons[0]?.params['count'] ?? 0) })
  return words(`explanation.kind.${node.kind}`, { name: node.label?.name ?? `#${node.id}` })
}

/** The reasons in words, and what a line weighs among its siblings. */
function reasonsOf(node: NamedExplanation, words: LooseWords, format: Format): string[] {
  if ((node.kind === 'OCCURRENCE' && !node.label) || (node.kind === 'VALUE' && node.id === null)) return []
  const reasons = node.reasons.map(({ code, params }) =>
    words(`explanation.reason.${code}`, reasonValues(params, { day: format.date, share: (share) => format.percent(share, 1) })),
  )
  if (node.weight === null || node.kind === 'MEASURE' || node.kind === 'HIDDEN') return reasons
  return [
    ...reasons,
    node.kind === 'SOLUTION' ? words('explanation.share', { share: format.percent(node.weight, 2) }) : words('explanation.weight', { weight: node.weight }),
  ]
}

const recordOf = (entity: string, id: number) => {
  const page = pageOfEntity(entity)
  return page && path(page.path, { id })
}

function linkOf({ kind, label, reasons }: NamedExplanation): Address | undefined {
  if (!label) return undefined
  switch (kind) {
    case 'CONSOLIDATED':
    case 'OWN':
      return path('/org2/perimeters', { p: label.id })
    case 'POLICY':
      return path('/org/policies/$id/scores', { id: label.id })
    case 'MEASURE':
      return path('/org/security-bases', { id: label.id })
    case 'DEDUCTION':
      return path('/actions/filtered', { id: label.id })
    case 'EVIDENCE':
      return recordOf('evidence', label.id)
    case 'OCCURRENCE':
      return recordOf('occurrence', label.id)
    case 'VALUE':
      return recordOf(reasons.some(({ code }) => code === 'value_told') ? 'indicator' : 'metric', label.id)
    case 'CONTROL':
      return recordOf(reasons.some(({ code }) => code === 'task') ? 'runtask' : 'indicator', label.id)
    default:
      return undefined
  }
}
