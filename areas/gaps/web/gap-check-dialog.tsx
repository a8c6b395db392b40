import { useState } from 'react'
import { gap, gapEffects } from '#areas/gaps/contract/gap.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './gap-register.module.css'

type Gap = RowOf<typeof gap>

/** Whether what was done about a gap holds, seen on which day; who says so is noted. */
export function GapCheckDialog({ row, onClose }: { readonly row: Gap; readonly onClose: () => void }) {
  const t = useWords('gaps')
  const kit = useWords('kit')
  const [effect, setEffect] = useState(row.effect)
  const [day, setDay] = useState<string | null>(row.effect ? row.effect_checked_on : dayOf())
  const [comment, setComment] = useState(row.effect_comment ?? '')
  const complete = effect !== null && day !== null
  const send = async () => (await saveRow<Gap>(`/gap/${row.id}`, row, { effect, effect_checked_on: day, effect_comment: comment.trim() || null })).message
  return (
    <FormDialog title={t('gap.check')} action={kit('actions.save')} complete={complete} send={send} onClose={onClose}>
      {(errorOf) => (
        <>
          <fieldset className={css.how}>
            <Text as="legend" below={8} tone="plain" weight={550}>
              {t('gap.holds')}
            </Text>
            {gapEffects.map((one, at) => (
              <Row as="label" align="center" gap={8} key={one}>
                <input
                  type="radio"
                  name="effect"
                  value={one}
                  checked={effect === one}
                  onChange={() => setEffect(one)}
                  {...((effect ?? gapEffects[0]) === one && (effect !== null || at === 0) ? { 'data-autofocus': true } : {})}
                />
                {t(`entities.gap.choices.effect.${one}`)}
              </Row>
            ))}
          </fieldset>
          <DateInput label={t('entities.gap.fields.effect_checked_on')} required value={day} onChange={setDay} error={errorOf('effect_checked_on')} />
          <TextArea
            label={t('entities.gap.fields.effect_comment')}
            maxLength={gap.fields.effect_comment.options.max}
            value={comment}
            error={errorOf('effect_comment')}
            onChange={(event) => setComment(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
