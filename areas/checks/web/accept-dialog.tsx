import { useState } from 'react'
import { reasonAtMost, type acceptFindings, type CheckLine } from '#areas/checks/contract/calls.ts'
import { acceptedAtMost } from '#kit/contract/check.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { checkQueries } from './checks-api.ts'

/** Days that are offered: a quarter of a year. */
const offered = 90

interface AcceptDialogProps {
  readonly line: CheckLine
  readonly ids: readonly number[]
  readonly onClose: (done: boolean) => void
}

/** Findings that are lived with for a time, and why. */
export function AcceptDialog({ line, ids, onClose }: AcceptDialogProps) {
  const t = useWords('checks')
  const today = dayOf()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string | null>(dayAfter(today, offered))
  const send = async () => {
    const body = { entity: line.entity, word: line.word, ids: [...ids], until: until ?? '', reason: reason.trim() }
    try {
      return (await api.call<typeof acceptFindings>('POST /check/accept', { body })).message
    } finally {
      await invalidate(checkQueries)
    }
  }
  const complete = reason.trim() !== '' && until !== null
  return (
    <FormDialog
      title={t('dialog.title', { count: ids.length })}
      action={t('dialog.do')}
      complete={complete}
      send={send}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
    >
      <p>
        <b>{line.title}</b>
        <br />
        {t('dialog.text')}
      </p>
      <TextInput label={t('dialog.reason')} required maxLength={reasonAtMost} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <DateInput label={t('dialog.until')} required value={until} onChange={setUntil} min={dayAfter(today, 1)} max={dayAfter(today, acceptedAtMost)} />
    </FormDialog>
  )
}
