import type { PolicyTile } from '#areas/scores/contract/posture.ts'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import { tone } from '#kit/contract/tone.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { usePolicyTiles, useUnlinked } from '#areas/scores/web/index.ts'
import { nothingThen, type Place } from './cockpit-api.ts'
import { unlinkedPath } from './small-blocks.tsx'
import grid from './cockpit.module.css'
import css from './posture.module.css'
import { DistanceText, QuarterText } from './score-texts.tsx'

/** A tile for each policy: one figure, how far it is from its target and where it comes from. */
export function PolicyTiles({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const answer = usePolicyTiles(place)
  const { data: unlinked } = useUnlinked(place.perimeter, place.on === undefined)
  if (answer.isPending)
    return (
      <div className={grid.whole}>
        <Skeleton height={124} />
      </div>
    )
  // Where nothing had been published by then the curve says so.
  if (answer.isError)
    return nothingThen(answer.error, place) ? null : (
      <div className={grid.whole}>
        <Block title={words('posture.tiles')}>
          <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} />
        </Block>
      </div>
    )
  if (answer.data.length === 0) return null
  // Of a day gone by there is no such count, nor before it is there.
  const open = place.on === undefined ? unlinked && new Map(unlinked.objects.map(({ policy, count }) => [policy.id, count])) : undefined
  return (
    <ul className={css.tiles} aria-label={words('posture.tiles')}>
      {answer.data.map((tile) => (
        <Tile key={tile.policy.id} tile={tile} unlinked={open && (open.get(tile.policy.id) ?? 0)} perimeter={place.perimeter} on={place.on} />
      ))}
    </ul>
  )
}

interface TileProps {
  readonly tile: PolicyTile
  /** Requirements without a model; nothing where that is not known. */
  readonly unlinked: number | undefined
  readonly perimeter: number | undefined
  readonly on: string | undefined
}

function Tile({ tile, unlinked, perimeter, on }: TileProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { policy, performance, coverage, target, trend } = tile
  const { style, ...colored } = inColor(tone(performance, target, useLevels('indicator')))
  const shown = scoreText(performance)
  return (
    <li className={css.tile} {...colored} style={style}>
      <Link className={css.name} to={path('/org/policies/$id/scores', { id: policy.id }, { p: perimeter, on })}>
        {policy.name}
      </Link>
      <div className={css.figures}>
        <strong>{shown}</strong>
        <div>
          <DistanceText performance={performance} target={target} />
          <QuarterText quarter={tile.quarter} />
        </div>
        <TileLine values={trend} target={target} />
      </div>
      <div
        className={css.bar}
        role="img"
        aria-label={target === null ? words('posture.bar_alone', { value: shown }) : words('posture.bar', { value: shown, target: scoreText(target) })}
      >
        <span style={{ width: `${performance ?? 0}%` }} />
        {target === null ? null : <i style={{ insetInlineStart: `${target}%` }} />}
      </div>
      <div className={css.under}>
        <span>{coverage === null ? '' : words('posture.coverage', { percent: format.percent(coverage) })}</span>
        {unlinked === 0 ? <span>{words('posture.all_linked')}</span> : null}
        {unlinked ? <Link to={unlinkedPath(policy.id)}>{words('posture.unlinked', { count: unlinked })}</Link> : null}
      </div>
    </li>
  )
}

const [width, height] = [84, 30]

/** Twelve months as a line, with the target dashed; decoration beside the figures. */
function TileLine({ values, target }: { readonly values: readonly (number | null)[]; readonly target: number | null }) {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  if (points.length < 2) return <span className={css.line} />
  const all = [...points.map(({ value }) => value), ...(target === null ? [] : [target])]
  const low = Math.min(...all)
  const span = Math.max(...all) - low || 1
  const x = (at: number) => 3 + (at / Math.max(1, values.length - 1)) * (width - 6)
  const y = (value: number) => height - 4 - ((value - low) / span) * (height - 8)
  const last = points.at(-1)
  return (
    <svg className={css.line} width={width} height={height} aria-hidden>
      {target === null ? null : <path className={css.aim} d={`M0,${y(target)}H${width}`} />}
      <path className={css.course} d={points.map(({ at, value }, n) => `${n ? 'L' : 'M'}${x(at)},${y(value)}`).join('')} />
      {last ? <circle cx={x(last.at)} cy={y(last.value)} r="2.5" /> : null}
    </svg>
  )
}
