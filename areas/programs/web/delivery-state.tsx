import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks, type StatusLook } from '#kit/web/ui/status-looks.ts'
import type { Delivery } from '#areas/programs/contract/webhook-calls.ts'

/** Milliseconds as they are said: in seconds from one on. */
export function useTook(): (milliseconds: number | null) => string {
  const t = useWords('programs')
  const format = useFormat()
  return (milliseconds) =>
    milliseconds === null
      ? ''
      : milliseconds < 1000
        ? t('webhooks.milliseconds', { count: format.number(milliseconds) })
        : t('webhooks.seconds', { count: format.number(milliseconds / 1000, 1) })
}

const lookOfState: Record<Delivery['state'], StatusLook> = { WAITING: looks.soon, DELIVERED: looks.done, GIVEN_UP: looks.failed, WITHHELD: looks.off }

/** What came of a message, or when it is sent again. */
export function DeliveryState({ delivery: { state, next_at: next, attempts, replayed } }: { readonly delivery: Delivery }) {
  const t = useWords('programs')
  const format = useFormat()
  const said =
    state === 'WAITING'
      ? attempts > 0 && next
        ? t('webhooks.retry_at', { time: format.dateTime(next) })
        : t('webhooks.sending')
      : state === 'DELIVERED' && replayed
        ? t('webhooks.replayed')
        : state === 'DELIVERED' && attempts > 1
          ? t('webhooks.delivered_try', { count: attempts })
          : t(`webhooks.states.${state}`)
  return <StatusBadge {...lookOfState[state]}>{said}</StatusBadge>
}
