import { occurrence } from '#areas/runbooks/contract/occurrence.ts'
import { occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'
import { runbook } from '#areas/runbooks/contract/runbook.ts'
import { runtask } from '#areas/runbooks/contract/runtask.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { looks, type StatusLook } from '#kit/web/ui/status-looks.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'

/** How each status looks, in lists, on the calendar and on cards. */
export const statusLooks = {
  TO_DO: looks.waiting,
  PENDING_APPROVAL: looks.awaited,
  REJECTED: looks.alert,
  DONE: looks.done,
  DONE_OK: looks.done,
  DONE_KO: looks.failed,
  NOT_DONE: looks.late,
  NA: looks.off,
} as const satisfies Record<string, StatusLook>

definePresentation(occurrence, { cells: workCells(occurrenceWork), tones: { status: statusLooks }, widths: { status: 172 } })

// What is late comes first among what is due next.
definePresentation(runtask, { cells: { next_due: (row) => <DueDate date={row.next_due} open={!row.archived} soon={0} /> } })

function LateTasks({ count }: { readonly count: number }) {
  const t = useWords('runbooks')
  return count > 0 ? (
    <Row as="span" inline align="center" gap={4} padY={2} padX={8} corner={6} fill="bad" tone="bad" weight={550}>
      {t('entry.late', { count })}
    </Row>
  ) : null
}
definePresentation(runbook, { figure: ({ late }) => <LateTasks count={late ?? 0} /> })

export const occurrenceTransitions = transitionsOf(occurrenceWork)
