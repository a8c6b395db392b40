import { useCallback, useEffect, useRef, useState } from 'react'
import type { saveStructure } from '#areas/questionnaires/contract/calls.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { afterPause } from '#kit/web/pending-work.ts'

import { noSteps, stepped, taken, type Steps } from './steps.ts'

/** Milliseconds without a change before the draft is saved. */
const quiet = 1000

export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'stale'

export interface Draft {
  readonly structure: Structure
  readonly change: (change: (before: Structure) => Structure) => void
  /** Takes the last step back, or one that was taken back again; saved as any change. */
  readonly take: (way: 'undo' | 'redo') => void
  readonly may: { readonly undo: boolean; readonly redo: boolean }
  readonly saving: Saving
  readonly savedAt: Date | undefined
  readonly failure: string | undefined
  /** Saves now what is not saved yet; tells the version, undefined when it was refused. */
  readonly flush: () => Promise<number | undefined>
}

/** A draft that saves itself a moment after the last change, one save after the other. */
export function useDraft(id: number, first: { readonly structure: Structure; readonly version: number }, enabled: boolean): Draft {
  const [structure, setStructure] = useState(first.structure)
  const [saving, setSaving] = useState<Saving>('saved')
  const [savedAt, setSavedAt] = useState<Date>()
  const [failure, setFailure] = useState<string>()
  const latest = useRef({ id, structure: first.structure, saved: first.structure, version: first.version })
  const [steps, setSteps] = useState<Steps<Structure>>(noSteps)
  const known = useRef(steps)
  const running = useRef<Promise<number | undefined>>(undefined)

  const flush = useCallback(async (): Promise<number | undefined> => {
    const save = async (): Promise<number | undefined> => {
      const { id: of, structure: given, saved, version } = latest.current
      if (given === saved) return version
      setSaving('saving')
      try {
        const { object } = await api.call<typeof saveStructure>('PUT /questionnaire/{id}/structure', {
          params: { id: of },
          body: { structure: given, version },
        })
        latest.current = { ...latest.current, saved: given, version: object.version }
        setSavedAt(new Date())
        setFailure(undefined)
        setSaving(latest.current.structure === given ? 'saved' : 'waiting')
        return object.version
      } catch (reason) {
        setFailure(failureText(reason))
        setSaving(reason instanceof ApiError && reason.status === 409 ? 'stale' : 'failed')
        return undefined
      }
    }
    for (;;) {
      const one = (running.current ??= save())
      const version = await one
      if (running.current === one) running.current = undefined
      if (version === undefined || latest.current.structure === latest.current.saved) return version
    }
  }, [])

  const stand = useCallback((after: Structure, next: Steps<Structure>) => {
    known.current = next
    setSteps(next)
    latest.current = { ...latest.current, structure: after }
    setStructure(after)
    setSaving((now) => (now === 'stale' ? now : 'waiting'))
  }, [])
  const change = useCallback(
    (how: (before: Structure) => Structure) => {
      const before = latest.current.structure
      const after = enabled ? how(before) : before
      if (after !== before) stand(after, stepped(known.current, before, Date.now()))
    },
    [enabled, stand],
  )
  const take = useCallback(
    (way: 'undo' | 'redo') => {
      const done = enabled ? taken(known.current, latest.current.structure, way) : undefined
      if (done) stand(done.to, done.steps)
    },
    [enabled, stand],
  )

  useEffect(() => {
    if (saving !== 'waiting') return undefined
    return afterPause(quiet, () => void flush())
  }, [structure, saving, flush])
  useAskBeforeLeaving(saving !== 'saved', async () => (await flush()) !== undefined)
  return { structure, change, take, may: { undo: steps.past.length > 0, redo: steps.future.length > 0 }, saving, savedAt, failure, flush }
}
