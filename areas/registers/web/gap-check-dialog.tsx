import { useId, useState, type FormEvent } from 'react'
import { gap, gapEffects } from '#areas/registers/contract/gap.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import css from './gap-register.module.css'
import forms from './exemption-dialog.module.css'

type Gap = RowOf<typeof gap>

/** Whether what was done about a gap holds, seen on which day; who says so is noted. */
export function GapCheckDialog({ row, onClose }: { readonly row: Gap; readonly onClose: () => void }) {
  const t = useWords('registers')
  const kit = useWords('kit')
  const form = useId()
  const [effect, setEffect] = useState(row.effect)
  const [day, setDay] = useState<string | null>(row.effect ? row.effect_checked_on : dayOf())
  const [comment, setComment] = useState(row.effect_comment ?? '')
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const complete = effect !== null && day !== null
  const [submit, busy] = useSubmit(async () => {
    try {
      const { message } = await saveRow<Gap>(`/gap/${row.id}`, row, { effect, effect_checked_on: day, effect_comment: comment.trim() || null })
      if (message) toast.success(message)
      onClose()
    } catch (reason) {
      if (reason instanceof ApiError && Object.keys(reason.errors).length > 0) setErrors(reason.errors)
      else toast.error(failureText(reason))
    } finally {
      await renewed()
    }
  })
  return (
    <Modal
      title={t('gap.check')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!complete} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={forms.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (complete) submit()
        }}
      >
        <fieldset className={css.how}>
          <legend>{t('gap.holds')}</legend>
          {gapEffects.map((one, at) => (
            <label key={one}>
              <input
                type="radio"
                name="effect"
                value={one}
                checked={effect === one}
                onChange={() => setEffect(one)}
                {...((effect ?? gapEffects[0]) === one && (effect !== null || at === 0) ? { 'data-autofocus': true } : {})}
              />
              {t(`entities.gap.choices.effect.${one}`)}
            </label>
          ))}
        </fieldset>
        <DateInput label={t('entities.gap.fields.effect_checked_on')} required value={day} onChange={setDay} error={errors.effect_checked_on?.join('. ')} />
        <TextArea
          label={t('entities.gap.fields.effect_comment')}
          maxLength={gap.fields.effect_comment.options.max}
          value={comment}
          error={errors.effect_comment?.join('. ')}
          onChange={(event) => setComment(event.target.value)}
        />
      </form>
    </Modal>
  )
}
