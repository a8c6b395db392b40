import type { ComparedPolicy } from '#areas/benchmark/contract/calls.ts'
import { NO_SCORE, scoreText } from '#kit/contract/shown-score.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import css from './benchmark.module.css'

/** Each theme of a policy among those of the group. */
export function ThemesBlock({ row: { policy, themes } }: { readonly row: ComparedPolicy }) {
  const words = useWords('benchmark')
  const format = useFormat()
  return (
    <Block title={words('theme.title')} sub={policy.name} span={6}>
      {themes.length === 0 ? (
        <EmptyState title={words('theme.none')} />
      ) : (
        <table className={css.themes}>
          <thead>
            <tr>
              <th scope="col">{words('columns.theme')}</th>
              <th scope="col" className={css.number}>
                {words('columns.score')}
              </th>
              <th scope="col" className={css.number}>
                {words('columns.median')}
              </th>
              <th scope="col" className={css.number}>
                {words('columns.gap')}
              </th>
            </tr>
          </thead>
          <tbody>
            {themes.map(({ lineage, name, score, peers, gap, position }) => (
              <tr key={lineage}>
                <th scope="row">
                  {name}
                  <small>{position ? words(`positions.${position}`) : peers === null ? words('bands.FEWER') : null}</small>
                </th>
                <td className={css.number}>
                  <b>{scoreText(score)}</b>
                </td>
                <td className={css.number}>{scoreText(peers?.median ?? null)}</td>
                <td className={css.number}>{gap === null ? NO_SCORE : format.signed(gap)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}
