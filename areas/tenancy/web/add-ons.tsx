import { useState } from 'react'
import { optionTypes, trialDays, type OptionType } from '#areas/tenancy/contract/trial.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { useLandedOptions } from './organisation-settings.ts'
import css from './tenancy.module.css'
import { TrialDialog, TrialStatus } from './trial-dialog.tsx'

/** The optional add-ons: where each stands for the organisation, and what may be done about it. */
export function AddOns() {
  const t = useWords('tenancy')
  const [open, setOpen] = useState<OptionType>()
  const landed = useLandedOptions()
  return (
    <Block title={t('trial.title')} sub={landed.length > 0 ? t('trial.sub', { days: String(trialDays) }) : t('trial.not_landed')}>
      <div className={css.add}>
        {optionTypes.map((type) => (
          <section key={type} className={css.option} aria-label={t(`trial.types.${type}`)}>
            <h3>{t(`trial.types.${type}`)}</h3>
            <TrialStatus type={type} />
            <p>{t(`trial.texts.${type}`)}</p>
            <Button onClick={() => setOpen(type)}>{t('trial.open')}</Button>
          </section>
        ))}
      </div>
      {open ? <AddOnDialog type={open} onClose={() => setOpen(undefined)} /> : null}
    </Block>
  )
}

/** One add-on, opened from wherever it is named. */
export function AddOnDialog({ type, onClose }: { readonly type: OptionType; readonly onClose: () => void }) {
  const landed = useLandedOptions()
  return <TrialDialog type={type} landed={landed.includes(type)} onClose={onClose} />
}
