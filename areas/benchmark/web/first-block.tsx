import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { behindOf } from './behind.ts'
import css from './benchmark.module.css'

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
