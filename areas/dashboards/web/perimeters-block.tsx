import { useMemo } from 'react'
import { usePerimeterScores } from '#areas/scores/web/index.ts'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { Place } from './cockpit-api.ts'
import { ScoreMeter } from './score-meter.tsx'
import css from './perimeters-block.module.css'

const shown = 7

/** The perimeters below the chosen one that are farthest from their target, each with what lies below it; those without a target last, the lowest first. */
export function PerimetersBlock({ place: { perimeter, on } }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const answer = usePerimeterScores(undefined, on)
  const rows = useMemo(() => {
    const all = answer.data?.objects ?? []
    const inside = new Set<number>(perimeter === undefined ? all.map(({ id }) => id) : [perimeter])
    for (const row of all) if (row.parent_id !== null && inside.has(row.parent_id)) inside.add(row.id)
    return all
      .flatMap(({ id, name, target, consolidated: { performance } }) =>
        inside.has(id) && performance !== null ? [{ id, name, target, performance, distance: distanceOf(performance, target) }] : [],
      )
      .toSorted((a, b) => (b.distance?.points ?? -1) - (a.distance?.points ?? -1) || a.performance - b.performance)
  }, [answer.data, perimeter])
  return (
    <Block
      title={words('perimeters.title')}
      sub={words('perimeters.sub')}
      aside={
        rows.length > shown ? (
          <PlainLink className={css.all} to={path('/org2/perimeters', { on })}>
            {words('perimeters.all')}
          </PlainLink>
        ) : null
      }
    >
      {answer.isPending ? <SkeletonRows count={shown} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {answer.data && rows.length === 0 ? <EmptyState text={words('perimeters.empty')} /> : null}
      <ul className={css.rows}>
        {rows.slice(0, shown).map(({ id, name, target, performance, distance }) => (
          <Grid as="li" align="center" gap={12} key={id}>
            <PlainLink to={path('/org2/perimeters', { p: id, on })} title={name}>
              {name}
            </PlainLink>
            <ScoreMeter name={name} value={performance} target={target} />
            <Text as="strong" weight={600}>
              {scoreText(performance)}
            </Text>
            {distance === null ? (
              <span>—</span>
            ) : (
              <span data-tone={distance.tone}>
                <span aria-hidden>{distance.points === 0 ? words('perimeters.met') : format.number(-distance.points)}</span>
                <VisuallyHidden>
                  {distance.points === 0
                    ? words('posture.met', { target: scoreText(target) })
                    : words('posture.below', { points: format.number(distance.points), target: scoreText(target) })}
                </VisuallyHidden>
              </span>
            )}
          </Grid>
        ))}
      </ul>
    </Block>
  )
}
