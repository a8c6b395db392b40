import { useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import css from './file-queue.module.css'

const shown = { WAITING: looks.waiting, CURRENT: looks.ongoing, DONE: looks.done, LEFT: looks.off, REFUSED: looks.failed } as const

/** A file on its way: it waits, is looked at, came in, was left out by the person, or refused. */
export interface QueuedFile {
  readonly file: File
  readonly state: keyof typeof shown
  /** What came of it. */
  readonly said?: string | undefined
}

export interface FileQueue {
  readonly files: readonly QueuedFile[]
  readonly waiting: number
  /** Takes files in, after those that wait; a lone one that was only looked at gives way. */
  readonly add: (files: readonly File[]) => void
  /** Says what came of the file that is looked at. */
  readonly settle: (state: 'DONE' | 'LEFT' | 'REFUSED', message?: string) => void
  /** Goes on with the next one that waits; nothing where there is none. */
  readonly next: () => void
}

/** Files that are dealt with one after the other, each by itself: what the first changes is known when the next one is looked at. */
export function useFileQueue(begin: (file: File) => void): FileQueue {
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  // What several calls of one moment see of one another.
  const latest = useRef(files)
  const set = (next: readonly QueuedFile[]) => {
    latest.current = next
    setFiles(next)
  }
  const current = () => latest.current.find(({ state }) => state === 'CURRENT')
  const next = () => {
    const waits = latest.current.find(({ state }) => state === 'WAITING')
    if (!waits) return
    set(latest.current.map((one) => (one === waits ? { ...one, state: 'CURRENT' } : one.state === 'CURRENT' ? { ...one, state: 'LEFT' } : one)))
    begin(waits.file)
  }
  return {
    files,
    waiting: files.filter(({ state }) => state === 'WAITING').length,
    add: (given) => {
      const busy = latest.current.some(({ state }) => state === 'WAITING')
      const before = busy ? latest.current : latest.current.filter(({ state }) => state !== 'CURRENT')
      set([...before, ...given.map((file): QueuedFile => ({ file, state: 'WAITING' }))])
      if (!current()) next()
    },
    settle: (state, said) => set(latest.current.map((one) => (one.state === 'CURRENT' ? { ...one, state, said } : one))),
    next,
  }
}

/** Of several files how far each one is; nothing for one alone. */
export function FileQueueList({ files }: Pick<FileQueue, 'files'>) {
  const t = useWords('kit')
  if (files.length < 2) return null
  return (
    <ol className={css.queue} aria-label={t('import.queue.title', { count: files.filter(({ state }) => state !== 'WAITING').length, of: files.length })}>
      {files.map(({ file, state, said }, n) => (
        <li key={n} aria-current={state === 'CURRENT' ? 'step' : undefined}>
          <span className={css.name}>{file.name}</span>
          <StatusBadge {...shown[state]}>{t(`import.queue.states.${state}`)}</StatusBadge>
          {said ? <span className={css.said}>{said}</span> : null}
        </li>
      ))}
    </ol>
  )
}
