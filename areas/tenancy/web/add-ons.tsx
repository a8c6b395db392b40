import { useState } from 'react'
import { optionTypes, trialDays, type OptionType } from '#areas/tenancy/contract/trial.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
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
      <Grid gap={12} className={css.add}>
        {optionTypes.map((type) => (
          <Stack
            key={type}
            as="section"
            align="start"
            gap={8}
            padY={12}
            padX={16}
            edge="all"
            corner={8}
            className={css.option}
            aria-label={t(`trial.types.${type}`)}
          >
            <Text as="h3" size={14} weight={600}>
              {t(`trial.types.${type}`)}
            </Text>
            <TrialStatus type={type} />
            <p>{t(`trial.texts.${type}`)}</p>
            <Button onClick={() => setOpen(type)}>{t('trial.open')}</Button>
          </Stack>
        ))}
      </Grid>
      {open ? <AddOnDialog type={open} onClose={() => setOpen(undefined)} /> : null}
    </Block>
  )
}

/** One add-on, opened from wherever it is named. */
export function AddOnDialog({ type, onClose }: { readonly type: OptionType; readonly onClose: () => void }) {
  const landed = useLandedOptions()
  return <TrialDialog type={type} landed={landed.includes(type)} onClose={onClose} />
}
