import { useMemo, useRef, useState } from 'react'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { Review } from './reviews-api.ts'

interface Said {
  readonly without_effect?: boolean
  readonly comment?: string
}

export interface Closing {
  readonly close: (row: Review, said?: Said) => Promise<boolean>
  readonly reopen: (row: Review) => Promise<boolean>
  /** A review that somebody else changed first. */
  readonly moved: number | undefined
  readonly busy: boolean
}

const wordsOf = (reason: unknown) =>
  reason instanceof ApiError ? [...new Set(Object.values(reason.errors).flat())].join('. ') || reason.message : failureText(reason)

/** Closes reviews and opens them again, with a way back; `onDone` goes on to the next one. */
export function useClosing(onDone?: (row: Review) => void): Closing {
  const t = useWords('reviews')
  const [moved, setMoved] = useState<number>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  /** The review as it was when something was last done with it: a second press before the page has read it again is none. */
  const sent = useRef('')
  const done = useRef(onDone)
  done.current = onDone
  return useMemo(() => {
    const send = async (row: Review, changes: object, after?: (saved: Review) => void): Promise<boolean> => {
      const seen = `${row.id} ${row.version}`
      if (sending.current || sent.current === seen) return false
      sending.current = true
      setBusy(true)
      try {
        const { object, message } = await saveRow<Review>(`/review/${row.id}`, row, { ...changes })
        setMoved(undefined)
        sent.current = seen
        // It may be taken back while the page is still read again.
        sending.current = false
        toast.success(`${row.identifier} · ${message ?? ''}`, after ? { action: { label: t('toast.undo'), run: () => after(object) } } : {})
        await renewed()
        return true
      } catch (reason) {
        if (reason instanceof ApiError && reason.code === 'STALE') setMoved(row.id)
        else toast.error(wordsOf(reason))
        await invalidate('review')
        return false
      } finally {
        sending.current = false
        setBusy(false)
      }
    }
    const reopen = (row: Review) => send(row, { status: 'OPEN' })
    return {
      close: async (row, said = {}) => {
        const closed = await send(row, { status: 'CLOSED', ...said }, (saved) => void reopen(saved))
        if (closed) done.current?.(row)
        return closed
      },
      reopen,
      moved,
      busy,
    }
  }, [t, moved, busy])
}
