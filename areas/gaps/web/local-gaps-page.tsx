import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { GapList } from './gap-list.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-gap-dialog.tsx')).ReportGapDialog }))

/** What a contributor reported or works on, and the gaps of registers that they were given. */
export function Page() {
  const t = useWords('gaps')
  const mayReport = useRight('gap.report')
  const [reporting, setReporting] = useState(false)
  const begin = () => setReporting(true)
  const tools = (
    <Button icon={<SearchX size={14} aria-hidden />} onClick={begin}>
      {t('gap.report')}
    </Button>
  )
  return (
    <>
      <GapList list="local_gaps" {...(mayReport && { tools, onPhoneNew: begin, phoneNew: t('gap.report') })} />
      <Suspense>{reporting ? <ReportDialog onClose={() => setReporting(false)} /> : null}</Suspense>
    </>
  )
}
