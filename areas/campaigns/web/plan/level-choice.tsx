import { useState } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { scale } from '#areas/scales/contract/scale.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './plan.module.css'

interface LevelsProps {
  readonly control: Control<FormValues>
  readonly disabled: boolean
}

/** The levels of the scale that may be chosen, and the one that is aimed at; of all of them none is kept. */
export function LevelChoice({ control, disabled }: LevelsProps) {
  const t = useWords('campaigns')
  const lang = useLanguage()
  const chosen = useWatch({ control, name: 'eval_scale' }) as { readonly id: number } | null
  const { data } = useRecord(scale, chosen?.id)
  const levels = useController({ control, name: 'levels' })
  const target = useController({ control, name: 'target_level' })
  const [none, setNone] = useState(false)
  if (!chosen || !data) return null
  const all = data.levels.flatMap((level) =>
    level.value === null ? [] : [{ value: level.value, name: (lang === 'fr' ? (level.name_fr ?? level.name_en) : (level.name_en ?? level.name_fr)) ?? '' }],
  )
  const selected = (levels.field.value as readonly { readonly value: number }[] | undefined) ?? []
  const ticked = selected.length > 0 ? selected.map(({ value }) => value) : all.map(({ value }) => value)
  const tick = (value: number, on: boolean) => {
    const next = all.filter((one) => (one.value === value ? on : ticked.includes(one.value))).map((one) => ({ value: one.value }))
    setNone(next.length === 0)
    if (next.length > 0) levels.field.onChange(next.length === all.length ? [] : next)
  }
  return (
    <>
      <Row as="fieldset" wrap gap={16} rowGap={8} className={css.levels} disabled={disabled}>
        <Text as="legend" below={6} weight={500}>
          {t('entities.campaign.fields.levels')}
        </Text>
        {all.map(({ value, name }) => (
          <Checkbox key={value} label={`${name} · ${value}`} checked={ticked.includes(value)} onChange={(event) => tick(value, event.target.checked)} />
        ))}
        {none ? <p role="alert">{t('plan.errors.level_needed')}</p> : null}
      </Row>
      <Select
        label={t('entities.campaign.fields.target_level')}
        options={all.map(({ value, name }) => ({ value: String(value), label: name }))}
        value={typeof target.field.value === 'number' ? String(target.field.value) : null}
        onChange={(value) => target.field.onChange(value === null ? null : Number(value))}
        clearable
        disabled={disabled}
      />
    </>
  )
}
