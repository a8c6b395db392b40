import { History } from 'lucide-react'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import css from './as-of.module.css'

/** What is said above one record of the past. */
export function PastRecordNotice({ day, onBack }: AsOfNoticeProps) {
  const t = useWords('kit')
  const format = useFormat()
  return <AsOfNotice day={day} text={t('table.past_record', { date: format.date(day) })} onBack={onBack} />
}

interface AsOfProps {
  readonly day: string | undefined
  readonly onChoose: (day: string | undefined) => void
}

/** The day to whose end a list is taken back; `undefined` is now, and no day lies ahead. */
export function AsOfChoice({ day, onChoose }: AsOfProps) {
  const t = useWords('kit')
  return (
    <div className={css.pick}>
      <DateInput label={t('table.as_of')} value={day ?? null} max={dayOf()} strict onChange={(chosen) => onChoose(chosen ?? undefined)} />
    </div>
  )
}

/** The same behind a button of its own. */
export function AsOfPicker({ day, onChoose }: AsOfProps) {
  const t = useWords('kit')
  return (
    <Popover
      label={t('table.as_of')}
      width={220}
      placement="bottom-end"
      trigger={(trigger) => (
        <IconButton {...trigger} label={t('table.as_of')} size="md" active={day !== undefined}>
          <History size={15} strokeWidth={1.75} />
        </IconButton>
      )}
    >
      {(close) => (
        <AsOfChoice
          day={day}
          onChoose={(chosen) => {
            onChoose(chosen)
            if (chosen) close()
          }}
        />
      )}
    </Popover>
  )
}

interface AsOfNoticeProps {
  readonly day: string
  /** Where it is no list. */
  readonly text?: string | undefined
  /** Absent where it stands over what leads back. */
  readonly onBack?: (() => void) | undefined
}

/** Says that what is shown is the past, and leads back. */
export function AsOfNotice({ day, text, onBack }: AsOfNoticeProps) {
  const t = useWords('kit')
  const format = useFormat()
  return (
    <div role="status" className={css.notice}>
      <History size={15} aria-hidden />
      <p>{text ?? t('table.past_read_only', { date: format.date(day) })}</p>
      {onBack ? (
        <Button size="sm" onClick={onBack}>
          {t('table.back_to_today')}
        </Button>
      ) : null}
    </div>
  )
}
