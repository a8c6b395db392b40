import { Check } from 'lucide-react'
import { useState } from 'react'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { acceptMany, waitingFor } from './results-api.ts'
import css from './results.module.css'

/** Validates all that waits for the reader, but what they submitted themselves. */
export function ValidateButton({ result, onDone }: { readonly result: CampaignResult; readonly onDone: () => Promise<unknown> }) {
  const t = useWords('campaigns')
  const [busy, setBusy] = useState(false)
  const waiting = waitingFor(result)
  const own = result.lines.some((line) => line.decide && line.own)
  if (waiting.length === 0) return null
  const run = async () => {
    const details = (
      <>
        <p>{t('results.validate.text')}</p>
        <ul className={css.names}>
          {waiting.map(({ evaluation, perimeter }) => (
            <li key={evaluation}>{perimeter.name}</li>
          ))}
        </ul>
        {own ? <p>{t('results.validate.own')}</p> : null}
      </>
    )
    if (!(await confirm({ title: t('results.validate.title'), details, confirm: t('results.validate.do') }))) return
    setBusy(true)
    try {
      const { message } = await acceptMany(waiting.map(({ evaluation }) => evaluation))
      if (message) toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await onDone()
    setBusy(false)
  }
  return (
    <Button variant="primary" loading={busy} icon={<Check size={14} aria-hidden />} onClick={() => void run()}>
      {waiting.length === 1 ? t('results.validate.one') : t('results.validate.many', { count: waiting.length })}
    </Button>
  )
}
