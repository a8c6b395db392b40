import { useLayoutEffect, useState } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import { gap, type gapResolutions } from '#areas/gaps/contract/gap.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { PieceProps } from '#kit/web/work/transition-question.ts'
import css from './gap-register.module.css'

type Resolution = (typeof gapResolutions)[number]

/** How a gap ends; to live with it is a pilot's decision, with its reason and the day on which it is looked at again. */
export function ClosingPiece({ row, onSay, errorOf, corrected }: PieceProps<RowOf<typeof gap>>) {
  const t = useWords('gaps')
  const decides = useRight('gap.manage')
  // What nobody has confirmed can only turn out to be none.
  const unconfirmed = row.status === 'TO_BE_CONFIRMED'
  const [how, setHow] = useState<Resolution>(unconfirmed ? 'REJECTED' : 'RESOLVED')
  const [reason, setReason] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const lived = how === 'IGNORED'
  // Before anything else is pressed: an Enter that follows the last letter at once counts.
  useLayoutEffect(() => {
    const why = reason.trim() || null
    onSay(
      lived && (why === null || day === null)
        ? null
        : { resolution_status: how, ...(why !== null && { status_reason: why }), ...(lived && { review_date: day }) },
    )
    // What is said is told whenever it changes, whoever listens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [how, reason, day])
  const offered = (['RESOLVED', 'IGNORED', 'REJECTED'] as const).filter((one) => (one === 'REJECTED' || !unconfirmed) && (one !== 'IGNORED' || decides))
  return (
    <>
      <fieldset className={css.how}>
        <Text as="legend" below={8} tone="plain" weight={550}>
          {t('closing.how')}
        </Text>
        {offered.map((one) => (
          <Row as="label" align="center" gap={8} key={one}>
            <input
              type="radio"
              name="resolution_status"
              value={one}
              checked={how === one}
              onChange={() => setHow(one)}
              {...(how === one ? { 'data-autofocus': true } : {})}
            />
            {t(`closing.${one}`)}
          </Row>
        ))}
      </fieldset>
      <TextArea
        label={t('entities.gap.fields.status_reason')}
        required={lived}
        maxLength={gap.fields.status_reason.options.max}
        error={errorOf('status_reason', 'status_reason')}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          corrected('status_reason')
        }}
      />
      {lived ? (
        <DateInput
          label={t('entities.gap.fields.review_date')}
          required
          error={errorOf('review_date', 'review_date')}
          value={day}
          onChange={(next) => {
            setDay(next)
            corrected('review_date')
          }}
        />
      ) : null}
    </>
  )
}
