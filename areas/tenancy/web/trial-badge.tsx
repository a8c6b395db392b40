import { TimerOff } from 'lucide-react'
import { trialTone, type CustomerOption } from '#areas/tenancy/contract/trial.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './tenancy.module.css'

/** Days left of a trial, green to red, or a stopped clock once it is over (SHL-23); nothing for one that was dismissed. */
export function TrialBadge({ option }: { readonly option: CustomerOption }) {
  const t = useWords('tenancy')
  if (option.status === 'DISMISSED') return null
  const over = option.status === 'EXPIRED'
  const label = over ? t('trial.statuses.EXPIRED') : t('trial.days_left', { count: option.count_down })
  return (
    <Row
      as="span"
      inline
      align="center"
      gap={4}
      size={12}
      weight={600}
      figures
      className={css.badge}
      data-tone={over ? 'bad' : trialTone(option.count_down)}
      role="img"
      aria-label={label}
      data-tooltip={label}
    >
      {over ? <TimerOff size={12} aria-hidden /> : option.count_down}
    </Row>
  )
}
