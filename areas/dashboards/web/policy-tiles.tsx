import type { PolicyTile } from '#areas/scores/contract/posture.ts'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import { tone } from '#kit/contract/tone.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { usePolicyTiles, useUnlinked } from '#areas/scores/web/index.ts'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { nothingThen, type Place } from './cockpit-api.ts'
import { unlinkedPath } from './small-blocks.tsx'
import css from './posture.module.css'
import { ScoreMeter } from './score-meter.tsx'
import { DistanceText, QuarterText } from './score-texts.tsx'

/** A tile for each policy: one figure, how far it is from its target and where it comes from. */
export function PolicyTiles({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const answer = usePolicyTiles(place)
  const { data: unlinked } = useUnlinked(place.perimeter, place.on === undefined)
  if (answer.isPending) return <Skeleton height={124} />
  // Where nothing had been published by then the curve says so.
  if (answer.isError)
    return nothingThen(answer.error, place) ? null : (
      <Block title={words('posture.tiles')}>
        <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} />
      </Block>
    )
  if (answer.data.length === 0) return null
  // Of a day gone by there is no such count, nor before it is there.
  const open = place.on === undefined ? unlinked && new Map(unlinked.objects.map(({ policy, count }) => [policy.id, count])) : undefined
  return (
    <Grid as="ul" gap={12} className={css.tiles} aria-label={words('posture.tiles')}>
      {answer.data.map((tile) => (
        <Tile key={tile.policy.id} tile={tile} unlinked={open && (open.get(tile.policy.id) ?? 0)} perimeter={place.perimeter} on={place.on} />
      ))}
    </Grid>
  )
}

interface TileProps {
  readonly tile: PolicyTile
  /** Requirements without a model; nothing where that is not known. */
  readonly unlinked: number | undefined
  readonly perimeter: number | undefined
  readonly on: string | undefined
}

/** What people call a policy among themselves, such as NIS2: its identifier, unless that is only a number that it was given. */
const shortName = ({ name, identifier }: PolicyTile['policy']) => (identifier === null || /^POL-\d+$/.test(identifier) ? name : identifier)

function Tile({ tile, unlinked, perimeter, on }: TileProps) {
  const words = useWords('dashboards')
  const { policy, performance, target } = tile
  const { style, ...colored } = inColor(tone(performance, target, useLevels('indicator')))
  const shown = scoreText(performance)
  return (
    <Stack as="li" holds gap={8} narrows padY={12} padX={14} edge="all" fill="surface" className={css.tile} {...colored} style={style}>
      <PlainLink className={css.name} title={policy.name} to={path('/org/policies/$id/scores', { id: policy.id }, { p: perimeter, on })}>
        {shortName(policy)}
      </PlainLink>
      <Row align="baseline" gap={10} rowGap={2} className={css.figures}>
        <Text as="strong" size={28} figures>
          {shown}
        </Text>
        <DistanceText performance={performance} target={target} />
      </Row>
      <ScoreMeter name={policy.name} value={performance} target={target} />
      <Row wrap spread="between" tone="quiet" size={11} oneLine className={css.under}>
        <QuarterText quarter={tile.quarter} />
        {unlinked ? <PlainLink to={unlinkedPath(policy.id)}>{words('posture.unlinked', { count: unlinked })}</PlainLink> : null}
      </Row>
    </Stack>
  )
}
