import { useEffect, useState } from 'react'
import type { leaveReport, showLeaving } from '#areas/reporting/contract/leave-report.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { PublicSheet } from './public-sheet.tsx'

/** Takes whoever holds a link of a mail off a scheduled report, signed in or not: once it is asked, never because a program looked at the link. */
export function LeaveReportPage() {
  const words = useWords('reporting')
  const { token } = useParams<'/unsubscribe/report/$token'>()
  const [state, setState] = useState<'checking' | 'invalid' | 'known' | 'left'>('checking')

  useEffect(() => {
    let gone = false
    api.call<typeof showLeaving>('GET /report_schedule/leave/{token}', { params: { token } }).then(
      () => {
        if (!gone) setState('known')
      },
      (reason: unknown) => {
        if (gone) return
        setState('invalid')
        if (!(reason instanceof ApiError) || reason.code !== 'NOT_FOUND') toast.error(failureText(reason))
      },
    )
    return () => {
      gone = true
    }
  }, [token])

  const [leave, busy] = useSubmit(async () => {
    try {
      await api.call<typeof leaveReport>('POST /report_schedule/leave/{token}', { params: { token }, body: {} })
      setState('left')
    } catch (reason) {
      toast.error(failureText(reason))
    }
  })
  return (
    <PublicSheet title={words('leave_report.title')}>
      {state === 'checking' ? <SkeletonRows count={3} /> : null}
      {state === 'invalid' ? (
        <>
          <p role="alert">{words('errors.leave_link')}</p>
          <Text as="p" tone="quiet">
            {words('leave_report.invalid_text')}
          </Text>
        </>
      ) : null}
      {state === 'known' ? (
        <>
          <p>{words('leave_report.text')}</p>
          <Button variant="primary" size="lg" wide loading={busy} onClick={() => leave()}>
            {words('leave_report.leave')}
          </Button>
        </>
      ) : null}
      {state === 'left' ? (
        <p role="status" ref={takeFocus} tabIndex={-1}>
          {words('leave_report.left')}
        </p>
      ) : null}
      <ButtonLink to={path('/org2/reporting')} variant="link">
        {words('leave_report.open')}
      </ButtonLink>
    </PublicSheet>
  )
}
