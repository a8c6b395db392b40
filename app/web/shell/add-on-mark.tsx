import { TimerOff } from 'lucide-react'
import { trialTone } from '#areas/tenancy/contract/trial-tone.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { MenuAddOn } from './add-ons.ts'
import css from './add-on-mark.module.css'

const AddOnDialog = lazy(async () => {
  const [{ AddOnDialog: Dialog }] = await Promise.all([import('#areas/tenancy/web/index.ts'), loadWords('tenancy')])
  return { default: Dialog }
})

/** What an add-on that is off is for, once it was asked for. */
export const AddOnTold = ({ type, onClose }: { readonly type: MenuAddOn['type'] | undefined; readonly onClose: () => void }) =>
  type ? (
    <Suspense fallback={null}>
      <AddOnDialog type={type} onClose={onClose} />
    </Suspense>
  ) : null

/** Days left of a trial, green to red; a stopped clock once it is over; that it is an add-on before. */
export function AddOnMark({ addOn: { on, option } }: { readonly addOn: MenuAddOn }) {
  const words = useWords('app')
  if (!on && option?.status !== 'EXPIRED')
    return (
      <Text rigid padX={6} fill="hover" tone="soft" size={11} line={18} figures className={css.mark}>
        {words('add_ons.off')}
      </Text>
    )
  const left = on ? (option?.count_down ?? 0) : undefined
  const label = left === undefined ? words('add_ons.over') : words('add_ons.days_left', { count: left })
  return (
    <Text
      rigid
      padX={6}
      fill="hover"
      tone="soft"
      size={11}
      line={18}
      figures
      className={css.mark}
      data-tone={left === undefined ? 'bad' : trialTone(left)}
      role="img"
      aria-label={label}
      data-tooltip={label}
    >
      {left ?? <TimerOff size={12} aria-hidden />}
    </Text>
  )
}
