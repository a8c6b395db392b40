import type { FigureAnswer } from '#kit/contract/source.ts'
import { distanceOf, toneOfChange } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { GaugeScore } from '#kit/web/charts/gauge-score.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { amount, betterAsShown, difference } from './amount.ts'
import css from './blocks.module.css'
import { useListOf } from './opened-lists.ts'

interface FigureProps {
  readonly answer: FigureAnswer
  readonly before: FigureAnswer | undefined
  readonly gauge: boolean
  readonly title: string
  readonly opens: boolean
}

/** One figure with what it was and what it is to be; it leads to the rows that it counts. */
export function FigureView({ answer, before, gauge, title, opens }: FigureProps) {
  const t = useWords('reporting')
  const format = useFormat()
  const { value, unit, target, rises, facts, of } = answer
  const then = before ? before.value : answer.before
  const shown = amount(format, value, unit)
  const moved = difference(format, value, then, unit)
  const better = betterAsShown(value, then ?? null, answer)
  const to = useListOf(opens)(answer.opens)
  const distance = distanceOf(value, target, 0, rises)
  return (
    <>
      {gauge && unit === 'percent' && value !== null ? (
        <GaugeScore label={title} value={value} height={120} {...(target === null ? {} : { target, targetName: t('view.target') })} />
      ) : (
        <p className={css.figure} data-tint={answer.tint ?? undefined}>
          {to ? (
            <Link to={to} aria-label={`${title} ${shown}`}>
              {shown}
            </Link>
          ) : (
            <b>{shown}</b>
          )}
          {moved === null ? null : (
            <Text size={13} weight={550} tone={toneOfChange(better)}>
              {moved}
              {better === null ? null : <VisuallyHidden> {t(better ? 'view.better' : 'view.worse')}</VisuallyHidden>}
            </Text>
          )}
          {then === null || then === undefined ? null : (
            <Text size={12} tone="quiet">
              {t('view.was', { value: amount(format, then, unit) })}
            </Text>
          )}
        </p>
      )}
      {of ? (
        <Text as="p" size={12} tone="quiet">
          {t('view.of', { value: amount(format, of.value, unit), label: of.label })}
        </Text>
      ) : null}
      {target === null ? null : (
        <Text as="p" size={12} tone={distance?.tone === 'bad' ? 'bad' : distance?.tone === 'warn' ? 'warn' : 'quiet'}>
          {distance && distance.points > 0 && unit === 'percent'
            ? t('view.below_target', { points: distance.points, target: format.number(target) })
            : t('view.target_of', { target: amount(format, target, unit) })}
        </Text>
      )}
      {facts.length > 0 && !gauge ? (
        <Text as="p" size={12} line={18} tone="quiet" figures>
          {facts.map((fact) => `${fact.label} ${amount(format, fact.value, fact.unit)}`).join(' · ')}
        </Text>
      ) : null}
    </>
  )
}
