import { useMemo, useState, type CSSProperties } from 'react'
import type { PolicyScoreNode } from '#areas/scores/contract/calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { NoPolicy } from './no-policy.tsx'
import css from './policy-scores.module.css'
import { usePolicyScore, usePolicyScores, type Subject, type View } from './score-api.ts'
import { ScoreExplanation } from './score-explanation.tsx'
import { ScoreBar, ScoreCounts, ScorePair } from './score-marks.tsx'
import { ScoreChange } from './score-change.tsx'

type Shown = 'groups' | 'explanation' | 'moved'
const view: View = { figure: 'PERFORMANCE', exemptions: 'with' }

/**
 * The score of one policy, group by group, with its explanation and what moved it. `target` (0–100) draws the mark and lists the measures that would
 * reach it, best gain for its cost first (POL-11). `on` (YYYY-MM-DD): as it was published that day.
 */
export function PolicyScores({
  policy,
  perimeter,
  target,
  on,
}: {
  readonly policy: number
  readonly perimeter?: number | undefined
  readonly target?: number | undefined
  readonly on?: string | undefined
}) {
  const words = useWords('scores')
  const [scope, setScope] = useState<'own' | 'consolidated'>('consolidated')
  const [shown, setShown] = useState<Shown>('groups')
  const answer = usePolicyScores(policy, { perimeter, scope, on })
  const subject: Subject = { policy, perimeter, scope, on }
  if (answer.isPending) return <SkeletonRows count={8} />
  if (answer.isError) return <ErrorState reason={answer.error} title={words('errors.unavailable')} onRetry={() => void answer.refetch()} />
  const { score, nodes } = answer.data
  if (nodes.length === 0) return <NoPolicy />
  return (
    <Stack gap={16} padY={16} padX={16}>
      <Row wrap align="center" gap={20} rowGap={12}>
        <ScorePair score={score} target={answer.data.target} size="lg" />
        <div className={css.bar}>
          <ScoreBar wide bar={score.bar} target={target ?? answer.data.target} />
          <ScoreCounts score={score} />
        </div>
        <Segmented
          label={words('page.scope')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'consolidated', label: words('page.consolidated') },
            { value: 'own', label: words('page.own') },
          ]}
        />
        <Segmented
          label={words('page.details')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'groups', label: words('page.groups') },
            { value: 'explanation', label: words('explanation.title') },
            { value: 'moved', label: words('movement.title') },
          ]}
        />
      </Row>
      {target === undefined ? null : <Raises subject={subject} target={target} />}
      {shown === 'groups' ? <Nodes nodes={nodes} /> : null}
      {shown === 'explanation' ? <ScoreExplanation subject={subject} view={view} /> : null}
      {shown === 'moved' ? <ScoreChange subject={subject} view={view} /> : null}
    </Stack>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly PolicyScoreNode[] }) {
  const words = useWords('scores')
  const levels = useMemo(() => levelsOf(nodes), [nodes])
  return (
    <table className={css.nodes}>
      <thead>
        <tr>
          <th scope="col">{words('page.requirement')}</th>
          <th scope="col">{words('page.performance')}</th>
          <th scope="col">{words('page.coverage')}</th>
          <th scope="col" className={css.wide}>
            {words('page.bar')}
          </th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={`${node.kind}${node.id}`} data-kind={node.kind}>
            <th scope="row" style={{ '--level': levels.get(node) ?? 0 } as CSSProperties}>
              {node.identifier ? (
                <Text tone="quiet" weight={400} figures className={css.identifier}>
                  {node.identifier}
                </Text>
              ) : null}
              {node.name}
            </th>
            <td>
              <ScorePair score={node.score} target={null} />
            </td>
            <td>
              <ScorePair score={node.score} target={null} figure="COVERAGE" />
            </td>
            <td className={css.wide}>
              <ScoreBar bar={node.score.bar} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How deep each node stands; a parent is always a group. */
function levelsOf(nodes: readonly PolicyScoreNode[]): ReadonlyMap<PolicyScoreNode, number> {
  const groups = new Map(nodes.filter((node) => node.kind === 'GROUP').map((node) => [node.id, node]))
  const depth = (node: PolicyScoreNode): number => {
    const parent = node.parent_id === null ? undefined : groups.get(node.parent_id)
    return parent ? depth(parent) + 1 : 0
  }
  return new Map(nodes.map((node) => [node, depth(node)]))
}

function Raises({ subject, target }: { readonly subject: Subject; readonly target: number }) {
  const words = useWords('scores')
  const format = useFormat()
  const answer = usePolicyScore({ ...subject, type: 'PERFORMANCE', ts: target })
  if (answer.isPending) return <SkeletonRows count={3} />
  if (answer.isError) return <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} />
  const { measures, simulated, value } = answer.data
  return (
    <Box as="section" padY={12} padX={14} edge="all" className={css.raises} aria-label={words('page.raise', { target: String(target) })}>
      <Text as="h3" size={13} weight={600}>
        {words('page.raise', { target: String(target) })}
      </Text>
      <Text as="p" above={2} below={8} tone="quiet" size={12}>
        {value !== null && value >= target
          ? words('page.reached')
          : measures.length === 0
            ? words('page.raise_none')
            : words('page.raise_help', { score: format.number(simulated, 0) })}
      </Text>
      <ol>
        {measures.slice(0, 20).map((row) => (
          <Grid as="li" gap={8} padY={6} padX={8} edge="soft-above" key={`${row.solution.id}-${row.perimeter.id}`} data-needed={row.needed || undefined}>
            <Text tone="ok" weight={550} figures>
              {words('page.gain', { points: format.number(row.gain, 1) })}
            </Text>
            <span>
              {words(row.status === 'IMPLEMENT' ? 'page.implement' : 'page.improve')} <strong>{row.measure?.name ?? row.solution.name}</strong> ·{' '}
              {row.perimeter.name}
            </span>
            <Text size={12} tone="quiet" oneLine>
              {[row.cost === null ? '' : format.keuro(row.cost), row.days === null ? '' : format.days(row.days)].filter(Boolean).join(' · ')}
            </Text>
          </Grid>
        ))}
      </ol>
    </Box>
  )
}
