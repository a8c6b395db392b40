import { Link } from '@tanstack/react-router'
import type { PolicyTile } from '#areas/scores/contract/posture.ts'
import { shownScore } from '#areas/scores/contract/rounding.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { distanceOf } from './distance.ts'
import css from './posture.module.css'
import { DistanceText, QuarterText } from './standing.tsx'

/** A tile for each policy: one figure, how far it is from its target and where it comes from. */
export function PolicyTiles({ tiles, perimeter }: { readonly tiles: readonly PolicyTile[]; readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  return (
    <ul className={css.tiles} aria-label={words('posture.tiles')}>
      {tiles.map((tile) => (
        <Tile key={tile.policy.id} tile={tile} perimeter={perimeter} />
      ))}
    </ul>
  )
}

function Tile({ tile, perimeter }: { readonly tile: PolicyTile; readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { policy, performance, coverage, target, trend, unlinked } = tile
  const { state } = distanceOf(performance, target)
  const shown = shownScore(performance)
  return (
    <li className={css.tile} data-state={state}>
      <Link className={css.name} to={path('/org/policies/$id/scores', { id: policy.id }, { p: perimeter })}>
        {policy.name}
      </Link>
      <div className={css.figures}>
        <strong>{shown === null ? '—' : format.number(shown, 0)}</strong>
        <div>
          <DistanceText performance={performance} target={target} />
          <QuarterText quarter={tile.quarter} />
        </div>
        <TileLine values={trend} target={target} />
      </div>
      <div
        className={css.bar}
        role="img"
        aria-label={
          target === null
            ? words('posture.bar_alone', { value: format.number(shown ?? 0, 0) })
            : words('posture.bar', { value: format.number(shown ?? 0, 0), target: format.number(target, 0) })
        }
      >
        <span style={{ width: `${performance ?? 0}%` }} />
        {target === null ? null : <i style={{ insetInlineStart: `${target}%` }} />}
      </div>
      <div className={css.under}>
        <span>{coverage === null ? '' : words('posture.coverage', { percent: format.percent(coverage) })}</span>
        {unlinked === 0 ? (
          <span>{words('posture.all_linked')}</span>
        ) : (
          <Link to={path('/org/policies/$id', { id: policy.id }, { view: 'linking' })}>{words('posture.unlinked', { count: unlinked })}</Link>
        )}
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
