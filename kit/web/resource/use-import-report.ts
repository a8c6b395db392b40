import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { renewAllBut } from '#kit/web/api/queries.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** What every report of an import says of how far it is. */
export interface ImportProgress {
  readonly id: number
  readonly status: 'INIT' | 'STARTED' | 'COMPLETE' | 'ERROR'
  readonly dry_run: boolean
}

type ReportId = number | string

const hasEnded = (report: Pick<ImportProgress, 'status'> | null | undefined) => report?.status === 'COMPLETE' || report?.status === 'ERROR'
/** Something has come in. */
const isIn = (report: ImportProgress) => report.status === 'COMPLETE' && !report.dry_run

/** Milliseconds between two questions. */
const pause = 1000

/**
 * A report that is asked for until it has ended, also while its page is put aside. What came in is read again once the end is shown, and not by the question itself: a
 * question may be called off after it was answered, and the lists would show what the dialog has not heard of.
 */
export function useImportReport<R extends ImportProgress>(
  id: ReportId | undefined,
  { every = pause, onImported }: { readonly every?: number; readonly onImported?: ((report: R) => void) | undefined } = {},
): { readonly report: R | undefined; readonly ended: boolean } {
  const { data: report } = useQuery({
    queryKey: ['import_report', 'followed', id],
    queryFn: ({ signal }) => api.get<ObjectAnswer<R>>(`/import_report/${id}`, { signal }),
    select: ({ object }) => object,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (hasEnded(state.data?.object) ? false : every),
    refetchIntervalInBackground: true,
  })
  const ended = hasEnded(report)
  const reportedId = useRef<number>(undefined)
  const imported = useRef(onImported)
  imported.current = onImported
  useEffect(() => {
    if (!report || !isIn(report) || reportedId.current === report.id) return
    reportedId.current = report.id
    void renewAllBut('import_report')
    imported.current?.(report)
  }, [report])
  return { report, ended }
}

/** Follows an import whose dialog was closed before its end, and says how it ended. */
export async function followApart(id: ReportId): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // Whoever signed out meanwhile is told nothing.
    const answer = await api.get<ObjectAnswer<ImportProgress>>(`/import_report/${id}`).catch(() => null)
    if (!answer) return
    const { object } = answer
    if (!hasEnded(object)) continue
    if (object.status === 'ERROR') toast.error(translate('kit.import.kept_none'))
    else toast.success(translate('kit.import.done'))
    return void renewAllBut('import_report')
  }
}
