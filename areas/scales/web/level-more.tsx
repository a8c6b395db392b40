import { levelFields } from '#areas/scales/contract/level-shape.ts'
import { impactTypes, remediationModes, weatherIcons } from '#areas/scales/contract/scale.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import type { LevelRowProps } from './level-props.ts'
import { NumberInput } from './number-input.tsx'
import css from './scales.module.css'

type TextName = 'description' | 'financial' | 'operational' | 'legal' | 'image' | 'human'

/** What a level says beside its name and value: a description, and what its kind asks for (SCL-05, SCL-09 … SCL-11). */
export function LevelMore({ type, level, impactTypes: chosen, language, fixed, disabled, errorOf, onChange }: LevelRowProps) {
  const t = useWords('scales')
  const has = new Set<string>(levelFields[type])
  const word = (field: 'remediation' | 'comment_required' | 'is_compliant' | 'weight' | 'icon') => t(`entities.scale.fields.${field}`)
  const text = (name: TextName) => (
    <TextArea
      key={name}
      label={t(language === 'en' ? 'editor.english' : 'editor.french', { name: t(`entities.scale.fields.${name}`) })}
      rows={2}
      maxLength={500}
      disabled={disabled}
      error={errorOf(`${name}_${language}`)}
      value={level[`${name}_${language}`] ?? ''}
      onChange={(event) => onChange({ [`${name}_${language}`]: event.target.value })}
    />
  )
  return (
    <Stack gap={10} className={css.more}>
      {text('description')}
      {has.has('remediation') ? (
        <Select
          label={word('remediation')}
          clearable
          disabled={fixed}
          error={errorOf('remediation')}
          options={remediationModes.map((mode) => ({ value: mode, label: t(`entities.scale.choices.levels.remediation.${mode}`) }))}
          value={level.remediation ?? null}
          onChange={(mode) => onChange({ remediation: remediationModes.find((each) => each === mode) ?? null })}
        />
      ) : null}
      {has.has('comment_required') ? (
        <Checkbox
          label={word('comment_required')}
          disabled={fixed}
          checked={level.comment_required ?? false}
          onChange={(event) => onChange({ comment_required: event.target.checked })}
        />
      ) : null}
      {has.has('is_compliant') ? (
        <Checkbox
          label={word('is_compliant')}
          disabled={fixed}
          checked={level.is_compliant ?? false}
          onChange={(event) => onChange({ is_compliant: event.target.checked })}
        />
      ) : null}
      {has.has('weight') ? (
        <Row as="label" align="center" gap={8} tone="soft" size={12} weight={500} className={css.labelled}>
          <span>{word('weight')}</span>
          <NumberInput name={word('weight')} value={level.weight} disabled={fixed} error={errorOf('weight')} onChange={(weight) => onChange({ weight })} />
        </Row>
      ) : null}
      {has.has('icon') ? (
        <Select
          label={word('icon')}
          clearable
          disabled={disabled}
          options={weatherIcons.map((icon) => ({ value: icon, label: t(`entities.scale.choices.levels.icon.${icon}`) }))}
          value={level.icon ?? null}
          onChange={(icon) => onChange({ icon: weatherIcons.find((each) => each === icon) ?? null })}
        />
      ) : null}
      {has.has('financial_en') ? impactTypes.filter((each) => chosen.includes(each)).map((each) => text(each.toLowerCase() as TextName)) : null}
    </Stack>
  )
}
