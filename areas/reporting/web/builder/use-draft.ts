import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { useKeptForm } from '#kit/web/ui/ask-before-leaving.ts'
import { askToDiscard } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { Draft } from '#areas/reporting/contract/calls.ts'
import type { Layout } from '#areas/reporting/contract/layout.ts'
import { sendDraft } from '#areas/reporting/web/reporting-api.ts'

/** A change is sent when nothing more was changed for so many milliseconds. */
const pause = 500
/** Steps that can be undone. */
const mostSteps = 100

export type SavedState =
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'conflict'; readonly reason: string }

export interface Editing {
  readonly layout: Layout
  readonly version: number
  readonly saved: SavedState
  readonly change: (next: (layout: Layout) => Layout) => void
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
  /** Sends what is not sent yet; resolves once the server has it, to the version that it then is. */
  readonly flush: () => Promise<number>
  /** Goes on from what was saved elsewhere, the changes made here kept or not; a step back leads to the other of the two. */
  readonly settle: (draft: Draft, keep: boolean) => void
}

/**
 * A draft that is saved at each change, one save after the other, with steps back and forth. It is not left before its last change is saved; what was saved elsewhere is shown as
 * soon as it is known, where nothing here would be lost by it.
 */
export function useEditing(draft: Draft, onRenewed: () => void): Editing {
  const of = useRef(draft.id)
  const [layout, setLayout] = useState(draft.layout)
  const [past, setPast] = useState<readonly Layout[]>([])
  const [future, setFuture] = useState<readonly Layout[]>([])
  const [saved, setSaved] = useState<SavedState>({ kind: 'saved', at: draft.saved_at })
  const version = useRef(draft.version)
  const waiting = useRef<Layout>(undefined)
  const callOff = useRef<() => void>(undefined)
  const running = useRef<Promise<void>>(undefined)

  const flush = useCallback(async (): Promise<number> => {
    callOff.current?.()
    const send = async () => {
      while (waiting.current) {
        const next = waiting.current
        waiting.current = undefined
        setSaved({ kind: 'saving' })
        try {
          const { object } = await sendDraft(of.current, version.current, next)
          version.current = object.version
          setSaved({ kind: 'saved', at: object.saved_at })
        } catch (reason) {
          waiting.current ??= next
          const outrun = reason instanceof ApiError && reason.code === 'CONFLICT'
          setSaved({ kind: outrun ? 'conflict' : 'failed', reason: failureText(reason) })
          if (!outrun) toast.error(failureText(reason))
          throw reason
        }
      }
    }
    running.current ??= send().finally(() => {
      running.current = undefined
    })
    await running.current
    return version.current
  }, [])

  const put = useCallback(
    (next: Layout) => {
      setLayout(next)
      waiting.current = next
      setSaved({ kind: 'saving' })
      callOff.current?.()
      callOff.current = afterPause(pause, () => void flush().catch(() => {}))
    },
    [flush],
  )
  const unsaved = saved.kind !== 'saved'
  useKeptForm({
    dirty: unsaved,
    mayLeave: async () => {
      try {
        await flush()
        return true
      } catch {
        const lost = await askToDiscard()
        if (lost) waiting.current = undefined
        return lost
      }
    },
    stays: (current, next) => current.pathname === next.pathname,
  })
  // A window that is closed or put aside sends its last change while it can; so does a page that is left in any other way.
  useEffect(() => {
    if (!unsaved) return undefined
    const send = () => void (waiting.current ? flush().catch(() => {}) : undefined)
    const aside = () => (document.visibilityState === 'hidden' ? send() : undefined)
    addEventListener('beforeunload', send)
    document.addEventListener('visibilitychange', aside)
    return () => {
      removeEventListener('beforeunload', send)
      document.removeEventListener('visibilitychange', aside)
    }
  }, [unsaved, flush])
  useEffect(() => () => void (waiting.current ? flush().catch(() => {}) : undefined), [flush])

  const takeOver = (other: Draft, mine = layout) => {
    callOff.current?.()
    waiting.current = undefined
    version.current = other.version
    setPast([...past, mine].slice(-mostSteps))
    setFuture([])
    setLayout(other.layout)
    setSaved({ kind: 'saved', at: other.saved_at })
  }
  useEffect(() => {
    if (draft.version <= version.current || waiting.current || running.current) return
    takeOver(draft)
    onRenewed()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each draft that is read
  }, [draft.version])

  const change = (next: (before: Layout) => Layout) => {
    const made = next(layout)
    if (made === layout) return
    setPast([...past, layout].slice(-mostSteps))
    setFuture([])
    put(made)
  }
  const [before, after] = [past.at(-1), future[0]]
  return {
    layout,
    version: version.current,
    saved,
    change,
    undo:
      before &&
      (() => {
        setPast(past.slice(0, -1))
        setFuture([layout, ...future])
        put(before)
      }),
    redo:
      after &&
      (() => {
        setPast([...past, layout])
        setFuture(future.slice(1))
        put(after)
      }),
    flush,
    settle: (other, keep) => {
      // Also what was changed while the other one was read.
      const mine = waiting.current ?? layout
      if (!keep) return takeOver(other, mine)
      version.current = other.version
      setPast([...past, other.layout].slice(-mostSteps))
      setFuture([])
      put(mine)
    },
  }
}
