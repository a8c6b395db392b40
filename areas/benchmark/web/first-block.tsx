import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './benchmark.module.css'

/** What is named, the furthest below first. */
const most = 3

interface Behind {
  readonly key: string
  readonly policy: number
  readonly name: string
  /** Of a theme: the policy that it stands in. */
  readonly within: string | null
  readonly gap: number
  readonly median: number
  readonly unmapped: number
}

/** Policies and themes below the median, the furthest first; a theme only where it is further below than its policy. */
export function behindOf(rows: Benchmark['rows']): Behind[] {
  return rows
    .flatMap(({ policy, gap, peers, unmapped, themes }): Behind[] => {
      const whole =
        gap !== null && peers ? [{ key: `p${policy.id}`, policy: policy.id, name: policy.name, within: null, gap, median: peers.median, unmapped }] : []
      const parts = themes.flatMap((theme) =>
        theme.gap !== null && theme.peers && (gap === null || theme.gap < gap)
          ? [{ key: `t${theme.lineage}`, policy: policy.id, name: theme.name, within: policy.name, gap: theme.gap, median: theme.peers.median, unmapped: 0 }]
          : [],
      )
      return [...whole, ...parts]
    })
    .filter(({ gap }) => gap < 0)
    .toSorted((a, b) => a.gap - b.gap)
    .slice(0, most)
}

/** Where the organisation is furthest below the median, and what would lift it there. */
export function FirstBlock({ benchmark: { rows, perimeter } }: { readonly benchmark: Benchmark }) {
  const words = useWords('benchmark')
  const behind = behindOf(rows)
  const compared = rows.some(({ peers, score }) => peers !== null && score !== null)
  return (
    <Block title={words('first.title')} sub={words('first.sub')}>
      {behind.length === 0 ? <Text tone="quiet">{words(compared ? 'first.none' : 'first.nothing')}</Text> : null}
      <ul className={css.first}>
        {behind.map(({ key, policy, name, within, gap, median, unmapped }) => (
          <Row as="li" key={key} wrap align="center" spread="between" gap={12} padY={8} edge="soft-above">
            <Stack narrows gap={2}>
              <Text weight={550}>{name}</Text>
              <Text tone="quiet" size={12} line={16}>
                {[words('first.behind', { count: -gap }), within, unmapped > 0 ? words('first.unmapped', { count: unmapped }) : null]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
            <ButtonLink size="sm" to={path('/org/policies/$id/scores', { id: policy }, { p: perimeter?.id, ...(within === null && { ts: median }) })}>
              {within === null ? words('first.reach', { median }) : words('first.open')}
            </ButtonLink>
          </Row>
        ))}
      </ul>
    </Block>
  )
}
