import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './waiting-meter.module.css'

const dayMs = 86_400_000

/** Whole days until an organisation is deleted; 0: with the next midnight. */
const daysLeft = (to: string, now: number): number => Math.max(0, Math.floor((Date.parse(to) - now) / dayMs))

/** How far the time for which a deletion waits is over, and how many days are left of it. */
export function WaitingMeter({ from, to }: { readonly from: string; readonly to: string }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const left = t('customer.days_left', { count: daysLeft(to, now) })
  const over = Math.min(1, Math.max(0, (now - Date.parse(from)) / (Date.parse(to) - Date.parse(from))))
  return (
    <>
      <div
        className={css.waiting}
        role="meter"
        aria-label={t('customer.waiting')}
        aria-valuetext={left}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(over * 100)}
      >
        <span style={{ width: `${over * 100}%` }} />
      </div>
      <Row gap={8} align="center" className={css.days}>
        <Text tone="soft">{format.date(from)}</Text>
        <Text>{left}</Text>
        <Text tone="soft">{format.date(to)}</Text>
      </Row>
    </>
  )
}
