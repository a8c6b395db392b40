import { Fragment, useState } from 'react'
import type { AnsweredPolicy, Effects } from '#areas/measures/contract/effects.ts'
import { scoreText } from '#kit/contract/shown-score.ts'
import { tone } from '#kit/contract/tone.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { inColor } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './decide.module.css'
import { Points } from './points.tsx'

/** Requirements shown until all of them are asked for. */
const few = 8
const headings = { ACCEPT: 'decide.if_accepted', IMPLEMENT: 'decide.if_implemented', DISCARD: 'decide.if_discarded' } as const

/** The requirements in force that the measure answers, by policy: for which share, how they stand and what they become by the choice that is looked at. */
export function Answered({ effects: { requirements, choices }, chosen }: { readonly effects: Effects; readonly chosen: number }) {
  const t = useWords('measures')
  const [all, setAll] = useState(false)
  const total = requirements.reduce((sum, { lines }) => sum + lines.length, 0)
  const choice = choices[chosen]?.choice
  if (total === 0)
    return (
      <Text as="p" tone="soft">
        {t('decide.answers_nothing')}
      </Text>
    )
  let room = all ? total : few
  const shown = requirements.flatMap((policy) => {
    const lines = policy.lines.slice(0, Math.max(0, room))
    room -= lines.length
    return lines.length > 0 ? [{ ...policy, lines }] : []
  })
  return (
    <section>
      <Text as="h3" below={6} size={13} weight={600} className={css.title} id="answered">
        {t('decide.answered')}{' '}
        <Text tone="quiet" weight={400}>
          {t('decide.answered_count', { count: total, policies: requirements.length })}
        </Text>
      </Text>
      <Box as="table" full figures className={css.answered} aria-labelledby="answered">
        <thead>
          <tr>
            <th scope="col">{t('decide.requirement')}</th>
            <th scope="col">{t('decide.share')}</th>
            <th scope="col">{t(choice ? headings[choice] : 'decide.now')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((policy) => (
            <Fragment key={policy.policy.id}>
              <tr className={css.policy}>
                <th scope="rowgroup" colSpan={2}>
                  <Link to={path('/org/policies/$id', { id: policy.policy.id })}>{policy.policy.name}</Link>
                </th>
                <td>{choice ? <Points points={gainOf(policy, chosen)} /> : null}</td>
              </tr>
              {policy.lines.map((line) => (
                <tr key={line.lineage_id} data-out={line.counts ? undefined : true}>
                  <th scope="row">
                    {line.identifier ? <span className={css.code}>{line.identifier}</span> : null} {line.name}
                    {line.counts ? null : (
                      <Text as="em" tone="quiet" size={12} upright>
                        {' '}
                        {t('decide.does_not_count')}
                      </Text>
                    )}
                  </th>
                  <td>
                    <Share value={line.share} />
                  </td>
                  <td>
                    <Move now={line.now} after={choice ? (line.after[chosen] ?? line.now) : undefined} />
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </Box>
      {total > few && !all ? (
        <Button variant="link" size="sm" onClick={() => setAll(true)}>
          {t('decide.see_others', { count: total - few })}
        </Button>
      ) : null}
    </section>
  )
}

const gainOf = ({ now, after }: AnsweredPolicy, at: number) => {
  const to = after[at]
  return now === null || to == null ? null : to - now
}

function Share({ value }: { readonly value: number }) {
  const format = useFormat()
  return (
    <Row as="span" inline gap={8} align="center" className={css.share}>
      <span aria-hidden>
        <i style={{ width: `${value}%` }} />
      </span>
      {format.percent(value)}
    </Row>
  )
}

function Move({ now, after }: { readonly now: number; readonly after: number | undefined }) {
  const t = useWords('measures')
  if (after === undefined) return <Score value={now} />
  return (
    <span>
      <VisuallyHidden>{t('decide.from_to', { from: scoreText(now), to: scoreText(after) })}</VisuallyHidden>
      <span aria-hidden>
        <Score value={now} /> → <Score value={after} />
      </span>
    </span>
  )
}

/** Of a requirement, which no target applies to. */
function Score({ value }: { readonly value: number }) {
  return (
    <Text as="b" padX={6} size={12} weight={600} line={20} side="center" className={css.score} {...inColor(tone(value, null, useLevels('indicator')))}>
      {scoreText(value)}
    </Text>
  )
}
