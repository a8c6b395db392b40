import type { Choice, Effects } from '#areas/measures/contract/effects.ts'
import { NO_SCORE, roundHalfUp } from '#kit/contract/shown-score.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import css from './decide.module.css'
import { Points } from './points.tsx'
import { stepDecimals } from './step-decimals.ts'

interface ChoicesProps {
  readonly row: Measure
  /** Without it dashes are shown: the decisions can be taken all the same. */
  readonly effects: Effects | undefined
  readonly choices: readonly (Pick<Choice, 'choice'> & Partial<Choice>)[]
  /** Whose requirements are shown below. */
  readonly chosen: number
  readonly onChoose: (choice: Choice['choice']) => void
}

const verbOf = { ACCEPT: 'accept', IMPLEMENT: 'implement', DISCARD: 'discard' } as const

/** What each choice brings to the perimeter and to the group, and what it costs a year. */
export function Choices({ row, effects, choices, chosen, onChoose }: ChoicesProps) {
  const t = useWords('measures')
  const format = useFormat()
  const { now, group } = effects ?? {}
  const costOf = ({ choice, yearly_cost, yearly_internal_charge }: Partial<Choice>) =>
    choice === 'DISCARD'
      ? t('decide.reason_asked')
      : yearly_cost == null && yearly_internal_charge == null
        ? '—'
        : [yearly_cost, yearly_internal_charge].map((value, at) => (value == null ? '—' : at === 0 ? format.keuro(value) : format.days(value))).join(', ')
  return (
    <section>
      <Text as="h3" below={6} size={13} weight={600} className={css.title} id="choices">
        {t('decide.choices')}
      </Text>
      <Box as="table" full figures overflow="clipped" className={css.choices} aria-labelledby="choices">
        <thead>
          <tr>
            <th scope="col">{t('decide.choice')}</th>
            <th scope="col" title={row.perimeter?.name}>
              {t('decide.score_of', { name: row.perimeter?.name ?? '' })}
            </th>
            {effects && !group ? null : <th scope="col">{t('decide.group')}</th>}
            <th scope="col">{t('decide.yearly')}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((each, at) => (
            <tr key={each.choice} data-chosen={at === chosen || undefined}>
              <th scope="row">
                <Box weight={500} as="button" oneLine side="left" type="button" aria-pressed={at === chosen} onClick={() => onChoose(each.choice)}>
                  {t(`verbs.${verbOf[each.choice]}`)}
                </Box>
              </th>
              <td>{now ? <Step before={now.perimeter} after={each.perimeter ?? null} /> : '—'}</td>
              {effects && !group ? null : <td>{now ? <Points points={gain(now.group, each.group ?? null)} /> : '—'}</td>}
              <td>{effects ? costOf(each) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </section>
  )
}

const gain = (before: number | null, after: number | null) => (before === null || after === null ? null : after - before)

/** From where to where a score goes, by how much. */
function Step({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  const t = useWords('measures')
  const format = useFormat()
  const decimals = stepDecimals(before, after)
  const said = (value: number | null) => (value === null ? NO_SCORE : format.number(roundHalfUp(value, decimals), decimals))
  const [from, to] = [said(before), said(after)]
  return (
    <Text oneLine className={css.step}>
      <VisuallyHidden>{t('decide.from_to', { from, to })} </VisuallyHidden>
      <span aria-hidden>
        {from} → <b>{to}</b>
      </span>{' '}
      <Points points={gain(before, after)} />
    </Text>
  )
}
