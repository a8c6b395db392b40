import { useMemo } from 'react'
import { usePerimeterScores, YearTrend } from '#areas/scores/web/index.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ScoreBar } from '#kit/web/ui/marks.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import type { Place } from './cockpit-api.ts'
import css from './cockpit.module.css'

const shown = 8

/** The perimeters below the chosen one, best first, with what lies below each and how that stood over twelve months. */
export function PerimetersBlock({ place: { perimeter, on } }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const answer = usePerimeterScores(undefined, on)
  const rows = useMemo(() => {
    const all = answer.data?.objects ?? []
    const inside = new Set<number>(perimeter === undefined ? all.map(({ id }) => id) : [perimeter])
    for (const row of all) if (row.parent_id !== null && inside.has(row.parent_id)) inside.add(row.id)
    return all
      .filter((row) => inside.has(row.id) && row.consolidated.performance !== null)
      .toSorted((a, b) => (b.consolidated.performance ?? 0) - (a.consolidated.performance ?? 0))
  }, [answer.data, perimeter])
  return (
    <Block
      title={words('perimeters.title')}
      span={4}
      {...(rows.length > 0 ? { sub: words('perimeters.shown', { shown: String(Math.min(shown, rows.length)), total: String(rows.length) }) } : {})}
    >
      {answer.isPending ? <SkeletonRows count={shown} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {answer.data && rows.length === 0 ? <EmptyState text={words('perimeters.empty')} /> : null}
      {rows.length > 0 ? (
        <>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{words('perimeters.perimeter')}</th>
                <th scope="col">{words('perimeters.score')}</th>
                <th scope="col">{words('perimeters.year')}</th>
              </tr>
            </thead>
            <tbody>
              {bestAndWorst(rows).map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={path('/org2/perimeters', { p: row.id, on })}>{row.name}</Link>
                  </td>
                  <td>
                    <ScoreBar value={row.consolidated.performance ?? 0} target={row.target} />
                  </td>
                  <td>
                    <span className={css.year}>
                      <YearTrend row={row} />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Link className={css.all} to={path('/org2/perimeters', { on })}>
            {words('perimeters.all')}
          </Link>
        </>
      ) : null}
    </Block>
  )
}

/** Where there are too many, both ends: the best half and the worst half. */
function bestAndWorst<T>(rows: readonly T[]): readonly T[] {
  return rows.length <= shown ? rows : [...rows.slice(0, shown / 2), ...rows.slice(-shown / 2)]
}
