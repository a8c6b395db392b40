import { useEffect, useRef, useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { api, ApiError } from './client.ts'

/** A chosen file that is not attached yet. */
export interface Upload {
  readonly id: number
  readonly name: string
  /** How much of it has gone, from 0 to 1; null while others go first. */
  readonly part: number | null
  /** Why it was refused; it stays to be read until it is taken away. */
  readonly failure?: string
  /** Stops it, or takes away what has failed. */
  readonly cancel: () => void
}

interface Uploads {
  readonly uploads: readonly Upload[]
  readonly add: (files: readonly File[]) => void
}

let lastId = 0

/** What the server said of the file itself; nothing when it did not come that far. */
const refusalOf = (reason: unknown): string | undefined =>
  reason instanceof ApiError && reason.status >= 400 && reason.status < 500 ? (Object.values(reason.errors)[0]?.[0] ?? reason.message) : undefined

/** Sends files up one after the other; `onUploaded` is told of each that is there, with what was chosen. One that is refused or cancelled does not keep back the others. */
export function useUploads(onUploaded: (file: FileReference, chosen: File) => void): Uploads {
  const t = useWords('kit')
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const onUploadedRef = useRef(onUploaded)
  onUploadedRef.current = onUploaded
  const line = useRef<Promise<void>>(Promise.resolve())
  const all = useRef(new Set<AbortController>())

  // Left on the way with the form, an upload is not waited for.
  useEffect(() => {
    const running = all.current
    return () => {
      for (const each of running) each.abort()
    }
  }, [])

  const send = async (file: File, id: number, control: AbortController) => {
    const change = (what: Partial<Upload>) => setUploads((before) => before.map((each) => (each.id === id ? { ...each, ...what } : each)))
    const takeAway = () => setUploads((before) => before.filter((each) => each.id !== id))
    try {
      control.signal.throwIfAborted()
      change({ part: 0 })
      const { object } = await api.upload<ObjectAnswer<FileReference>>('/file', file, { signal: control.signal, onProgress: (part) => change({ part }) })
      onUploadedRef.current(object, file)
      takeAway()
    } catch (reason) {
      if (control.signal.aborted) {
        takeAway()
        toast.info(t('file.cancelled', { name: file.name }))
      } else change({ part: null, failure: refusalOf(reason) ?? t('errors.upload'), cancel: takeAway })
    } finally {
      all.current.delete(control)
    }
  }

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const control = new AbortController()
      const id = ++lastId
      all.current.add(control)
      setUploads((before) => [...before, { id, name: file.name, part: null, cancel: () => control.abort() }])
      line.current = line.current.then(() => send(file, id, control))
    }
  }
  return { uploads, add }
}
