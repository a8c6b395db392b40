import { useCallback, useEffect, useRef, useState } from 'react'
import type { saveStructure } from '#areas/questionnaires/contract/calls.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'

/** Milliseconds without a change before the draft is saved. */
const quiet = 1000

export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'stale'

export interface Draft {
  readonly structure: Structure
  readonly change: (change: (before: Structure) => Structure) => void
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
  const latest = useRef({ structure: first.structure, kept: first.structure, version: first.version })
  const running = useRef<Promise<number | undefined>>(undefined)

  const save = useCallback(async (): Promise<number | undefined> => {
    const { structure: given, kept, version } = latest.current
    if (given === kept) return version
    setSaving('saving')
    try {
      const { object } = await api.call<typeof saveStructure>('PUT /questionnaire/{id}/structure', { params: { id }, body: { structure: given, version } })
      latest.current = { ...latest.current, kept: given, version: object.version }
      setSavedAt(new Date())
      setFailure(undefined)
      setSaving(latest.current.structure === given ? 'saved' : 'waiting')
      return object.version
    } catch (reason) {
      setFailure(failureText(reason))
      setSaving(reason instanceof ApiError && reason.status === 409 ? 'stale' : 'failed')
      return undefined
    }
  }, [id])

  const flush = useCallback(async (): Promise<number | undefined> => {
    for (;;) {
      running.current ??= save().finally(() => {
        running.current = undefined
      })
      const version = await running.current
      if (version === undefined || latest.current.structure === latest.current.kept) return version
    }
  }, [save])

  const change = useCallback(
    (how: (before: Structure) => Structure) => {
      if (!enabled) return
      const after = how(latest.current.structure)
      if (after === latest.current.structure) return
      latest.current = { ...latest.current, structure: after }
      setStructure(after)
      setSaving((now) => (now === 'stale' ? now : 'waiting'))
    },
    [enabled],
  )

  useEffect(() => {
    if (saving !== 'waiting') return undefined
    const timer = setTimeout(() => void flush(), quiet)
    return () => clearTimeout(timer)
  }, [structure, saving, flush])
  useAskBeforeLeaving(saving !== 'saved', async () => (await flush()) !== undefined)
  return { structure, change, saving, savedAt, failure, flush }
}
