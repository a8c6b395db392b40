import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { readDue } from '#areas/suppliers/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'

const DueDialog = lazy(async () => ({ default: (await import('./due-dialog.tsx')).DueDialog }))

/** Leads from the suppliers that are due to a campaign that asks them. */
export function DueButton() {
  const t = useWords('suppliers')
  const [open, setOpen] = useState(false)
  const suppliers = useRight('supplier.write')
  const allowed = useRight('campaign.write') && suppliers
  const { data } = useQuery({
    queryKey: ['supplier', 'due'],
    queryFn: ({ signal }) => api.call<typeof readDue>('GET /supplier/due', { signal }),
    enabled: allowed,
  })
  const count = (data?.objects ?? []).reduce((sum, group) => sum + group.suppliers.length, 0)
  if (count === 0) return null
  return (
    <>
      <Button icon={<CalendarClock size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('due.open', { count })}
      </Button>
      <Suspense>{open && data ? <DueDialog groups={data.objects} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
