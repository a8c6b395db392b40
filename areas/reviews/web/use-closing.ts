import { useMemo, useRef, useState } from 'react'
import type { ImplementAsked } from '#areas/measures/web/index.ts'
import type { closeByImplementing } from '#areas/reviews/contract/calls.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { inLine, saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { Review } from './reviews-api.ts'

interface ClosingValues {
  readonly without_effect?: boolean
  readonly comment?: string
}

/** A review that is closed once it is said since when its measure is implemented, and who manages it. */
interface First {
  readonly row: Review
  readonly values: ClosingValues
}

export interface Closing {
  /** Asks first where a measure is to be implemented (REV-20), or a project closed (REV-18); answers whether the review is closed. */
  readonly close: (row: Review, values?: ClosingValues) => Promise<boolean>
  /** Closes one by what was said beside it already; answers what was refused in words. */
  readonly closeBy: (row: Review, values: ClosingValues, asked: ImplementAsked) => Promise<string | undefined>
  /** What is asked about at the moment. */
  readonly first: First | undefined
  /** Closes it by what was said; without anything as it is, its measure being implemented already. Answers what was refused in words. */
  readonly closeFirst: (asked?: ImplementAsked) => Promise<string | undefined>
  readonly leaveFirst: () => void
  readonly reopen: (row: Review) => Promise<boolean>
  /** A review that somebody else changed first. */
  readonly moved: number | undefined
  readonly busy: boolean
}

const wordsOf = (reason: unknown) =>
  reason instanceof ApiError ? [...new Set(Object.values(reason.errors).flat())].join('. ') || reason.message : failureText(reason)

/** What came of a write: done, refused with these words, or nothing that is to be said. */
type Outcome = 'done' | 'nothing' | { readonly refused: string }

const implement = (row: Review, { comment }: ClosingValues, asked: ImplementAsked) =>
  inLine(`/review/${row.id}`, row, async ({ version }): Promise<ObjectAnswer<Review>> => {
    const body = { ...asked, ...(comment && { comment }), version }
    const { message, object } = await api.call<typeof closeByImplementing>('POST /review/{id}/implement', { params: { id: row.id }, body })
    return { ok: true, ...(message && { message }), object: object as Review }
  })

/** Closes reviews and opens them again, with a way back; `onDone` goes on to the next one. */
export function useClosing(onDone?: (row: Review) => void): Closing {
  const t = useWords('reviews')
  const [moved, setMoved] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [first, setFirst] = useState<First>()
  const sending = useRef(false)
  /** The review as it was when something was last done with it: a second press before the page has read it again is none. */
  const sent = useRef('')
  const done = useRef(onDone)
  done.current = onDone
  return useMemo(() => {
    const write = async (row: Review, save: () => Promise<ObjectAnswer<Review>>, after?: (saved: Review) => void): Promise<Outcome> => {
      const seen = `${row.id} ${row.version}`
      if (sending.current || sent.current === seen) return 'nothing'
      sending.current = true
      setBusy(true)
      try {
        const { object, message } = await save()
        setMoved(undefined)
        sent.current = seen
        // It may be taken back while the page is still read again.
        sending.current = false
        toast.success(`${row.identifier} · ${message ?? ''}`, after ? { action: { label: t('toast.undo'), run: () => after(object) } } : {})
        await renewed()
        return 'done'
      } catch (reason) {
        const stale = reason instanceof ApiError && reason.code === 'STALE'
        if (stale) setMoved(row.id)
        // What the page reads meanwhile may be answered as soon as it shows.
        sending.current = false
        setBusy(false)
        await invalidate('review')
        return stale ? 'nothing' : { refused: wordsOf(reason) }
      } finally {
        sending.current = false
        setBusy(false)
      }
    }
    const put = async (row: Review, changes: object, after?: (saved: Review) => void): Promise<boolean> => {
      const outcome = await write(row, () => saveRow<Review>(`/review/${row.id}`, row, { ...changes }), after)
      if (typeof outcome === 'object') toast.error(outcome.refused)
      return outcome === 'done'
    }
    const reopen = (row: Review) => put(row, { status: 'OPEN' })
    const undo = (saved: Review) => void reopen(saved)
    const close = async (row: Review, closingValues: ClosingValues) => {
      const closed = await put(row, { status: 'CLOSED', ...closingValues }, undo)
      if (closed) done.current?.(row)
      return closed
    }
    const closeBy = async (row: Review, closingValues: ClosingValues, asked: ImplementAsked): Promise<string | undefined> => {
      const outcome = await write(row, () => implement(row, closingValues, asked), undo)
      if (typeof outcome === 'object') return outcome.refused
      setFirst(undefined)
      if (outcome === 'done') done.current?.(row)
      return undefined
    }
    return {
      closeBy,
      close: async (row, closingValues = {}) => {
        if ((row.target_type !== 'BUILD' && row.target_type !== 'PROJECT') || closingValues.without_effect) return close(row, closingValues)
        setFirst({ row, values: closingValues })
        return false
      },
      first,
      closeFirst: async (asked) => {
        if (!first) return undefined
        const { row, values: closingValues } = first
        if (asked) return closeBy(row, closingValues, asked)
        setFirst(undefined)
        await close(row, closingValues)
        return undefined
      },
      leaveFirst: () => setFirst(undefined),
      reopen,
      moved,
      busy,
    }
  }, [t, moved, busy, first])
}
