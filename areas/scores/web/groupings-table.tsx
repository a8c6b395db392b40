import type { GroupingScore } from '#areas/scores/contract/calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import css from './perimeters-page.module.css'
import { ScoreBar, ScorePair } from './score-marks.tsx'

interface GroupingsTableProps {
  readonly rows: readonly GroupingScore[]
  readonly chosen: number | undefined
  readonly onOpen: (id: number) => void
}

/** Groupings with the score of what is in them, below the tree that they cut across. */
export function GroupingsTable({ rows, chosen, onOpen }: GroupingsTableProps) {
  const words = useWords('scores')
  const format = useFormat()
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{words('page.grouping')}</th>
          <th scope="col">{words('page.score')}</th>
          <th scope="col" className={css.wide}>
            {words('page.bar')}
          </th>
          <th scope="col" className={css.number}>
            {words('page.target')}
          </th>
          <th scope="col" className={css.number}>
            {words('page.members')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, perimeters, score, target }) => (
          <tr key={id} data-chosen={chosen === id || undefined} onClick={() => onOpen(id)}>
            <th scope="row">
              <Box
                type="button"
                as="button"
                tone="plain"
                side="left"
                padY={2}
                weight={500}
                className={css.open}
                aria-label={words('page.open', { name })}
                onClick={() => onOpen(id)}
              >
                {name}
              </Box>
            </th>
            <td>
              <ScorePair score={score} target={target} />
            </td>
            <td className={css.wide}>
              <ScoreBar bar={score.bar} target={target} />
            </td>
            <td className={css.number}>{target === null ? '' : format.number(target, 0)}</td>
            <td className={css.number}>{format.number(perimeters)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
