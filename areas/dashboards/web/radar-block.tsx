import { useMemo, useState } from 'react'
import { usePerimeterScores, usePolicyScores } from '#areas/scores/web/index.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Legend } from '#kit/web/charts/legend.tsx'
import { RadarsChart } from '#kit/web/charts/radars-chart.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/kinds/light-select.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Place } from './cockpit-api.ts'
import css from './cockpit.module.css'

/** Beyond this many the names run into each other. */
const groupsAtMost = 12
const short = (name: string) => (name.length > 42 ? `${name.slice(0, 40).trimEnd()}…` : name)

/** How far measures cover each top group of a policy, with what controls leave of it. */
export function RadarBlock({ place: { perimeter, on } }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const perimeters = usePerimeterScores(undefined, on)
  const policies = perimeters.data?.policies ?? []
  const [chosen, choose] = useState<string | null>(null)
  const policy = policies.find(({ id }) => String(id) === chosen) ?? policies[0]
  const answer = usePolicyScores(policy?.id, { perimeter, on, only: 'groups' })
  const groups = useMemo(() => {
    const nodes = answer.data?.nodes ?? []
    const top = nodes.filter((node) => node.kind === 'GROUP' && node.parent_id === null)
    // A policy under one heading shows what stands below it.
    const only = top.length === 1 ? top[0] : undefined
    const below = only ? nodes.filter((node) => node.kind === 'GROUP' && node.parent_id === only.id) : []
    return (below.length > 2 ? below : top).filter((node) => node.score.coverage !== null).slice(0, groupsAtMost)
  }, [answer.data])
  const categories = useMemo(() => groups.map(({ name }) => short(name)), [groups])
  const target = answer.data?.target ?? null
  const series = useMemo(() => {
    const read = (key: 'coverage' | 'performance') => groups.map(({ score }) => Math.round(score[key] ?? 0))
    return [
      { name: words('radar.coverage'), color: 'c1', values: read('coverage') },
      { name: words('radar.performance'), color: 'c2', values: read('performance') },
      ...(target === null ? [] : [{ name: words('radar.target'), color: 'mute', values: groups.map(() => Math.round(target)) }]),
    ]
  }, [groups, target, words])
  const picker =
    policies.length > 1 ? (
      <div className={css.policies}>
        <Select
          aria-label={words('radar.policy')}
          value={String(policy?.id)}
          onChange={choose}
          options={policies.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </div>
    ) : null
  return (
    <Block title={words('radar.title')} {...(policies.length === 1 && policy ? { sub: policy.name } : {})} aside={picker}>
      {perimeters.isPending || (policy && answer.isPending) ? <Skeleton height={300} /> : null}
      {perimeters.isError || answer.isError ? (
        <ErrorState reason={perimeters.error ?? answer.error} onRetry={() => void (perimeters.isError ? perimeters : answer).refetch()} />
      ) : null}
      {perimeters.data && !policy ? <EmptyState text={words('radar.empty')} /> : null}
      {policy && answer.data ? (
        <>
          {groups.length > 2 ? <RadarsChart label={words('radar.title')} categories={categories} series={series} height={280} /> : <Bars groups={groups} />}
          <Row wrap align="center" spread="between" gap={12} rowGap={4} className={css.foot}>
            <PlainLink className={css.all} to={path('/org/policies/$id/scores', { id: policy.id }, { p: perimeter, on })}>
              {policy.name}
            </PlainLink>
            <Legend entries={series.map(({ name, color }) => ({ label: name, color }))} />
          </Row>
        </>
      ) : null}
    </Block>
  )
}

/** Fewer than three groups make no radar. */
function Bars({
  groups,
}: {
  readonly groups: readonly { readonly id: number; readonly name: string; readonly score: { readonly coverage: number | null } }[]
}) {
  return (
    <ul className={css.moved}>
      {groups.map(({ id, name, score }) => (
        <Row as="li" spread="between" gap={12} edge="soft-above" key={id}>
          <Text as="b" breaks weight={500}>
            {name}
          </Text>
          <Text as="strong" weight={550} figures>
            {Math.round(score.coverage ?? 0)}
          </Text>
        </Row>
      ))}
    </ul>
  )
}
