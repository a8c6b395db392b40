import { useMemo, useRef, useState } from 'react'
import { isDone, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { ApiError, failureDetails } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { giveAnswer, undoAnswer, type Occurrence } from '#areas/runbooks/web/occurrence-api.ts'
import { nothingGiven } from '#areas/runbooks/web/values.ts'
import { booksOf, isOpen, lacks, minutesLeft, nextOf, queueOf, type Draft } from './entry-model.ts'

type Mark = 'saving' | 'saved'

/** Why an answer was refused, in all and by field. */
interface Refusal {
  readonly text: string
  readonly errors: ApiError['errors']
}

const set = <K, V>(map: ReadonlyMap<K, V>, changes: readonly (readonly [K, V | undefined])[]): ReadonlyMap<K, V> => {
  const next = new Map(map)
  for (const [key, value] of changes) {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** What is answered in this visit: drafts, what is under way, what was said last, and the way back. Rows that were read stay as this visit has left them. */
export function useEntry(read: readonly Occurrence[]) {
  const t = useWords('runbooks')
  const [local, setLocal] = useState<ReadonlyMap<number, Occurrence>>(new Map())
  const [marks, setMarks] = useState<ReadonlyMap<number, Mark>>(new Map())
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const [wrong, setWrong] = useState<ReadonlyMap<number, Refusal>>(new Map())
  const [announcement, setAnnouncement] = useState('')
  const [moments, setMoments] = useState<readonly number[]>([])
  const [log, setLog] = useState<readonly (readonly number[])[]>([])
  // One after the other: fast hands are no flood, and nothing is taken back before it has come to the server.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = line.current.then(work)
    line.current = done.catch(() => undefined)
    return done
  }
  const rows = useMemo(() => {
    const known = new Set(read.map(({ id }) => id))
    const latest = (row: Occurrence) => {
      const own = local.get(row.id)
      return own && own.version >= row.version ? own : row
    }
    return [...read.map(latest), ...[...local.values()].filter(({ id }) => !known.has(id))]
  }, [read, local])
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const books = useMemo(() => booksOf(rows), [rows])
  // The order in which things were due: what is answered in this visit keeps its place.
  const order = useMemo(() => queueOf(read), [read])
  const waits = (id: number) => {
    const row = byId.get(id)
    return row !== undefined && isOpen(row) && !marks.has(id)
  }
  const draftOf = (id: number): Draft =>
    drafts.get(id) ?? {
      comment: byId.get(id)?.status === 'REJECTED' ? (byId.get(id)?.comment ?? '') : '',
      day: dayOf(),
      files: [],
      opens: { gap: false, action: false },
      given: nothingGiven,
    }
  const write = (id: number, change: Partial<Draft>) => setDrafts((before) => set(before, [[id, { ...(before.get(id) ?? draftOf(id)), ...change }]]))

  const nameOf = (answer: OccurrenceAnswer) => t(`entities.occurrence.choices.answer.${answer}`)
  const send = async (row: Occurrence, draft: Draft, answer: OccurrenceAnswer): Promise<boolean> => {
    const comment = draft.comment.trim() || null
    const done = isDone(answer)
    setLocal((before) => set(before, [[row.id, { ...row, status: row.approved ? 'PENDING_APPROVAL' : answer, late: false, closed: true, comment }]]))
    setMarks((before) => set(before, [[row.id, 'saving']]))
    setWrong((before) => set(before, [[row.id, undefined]]))
    try {
      if (!navigator.onLine) throw new Error(t('entry.offline'))
      const values = {
        answer,
        comment,
        ...(done && draft.day !== null && { done_date: draft.day }),
        ...(draft.files.length > 0 && { files: draft.files.map(({ id }) => id) }),
        ...(draft.given.values.length > 0 && { values: draft.given.values }),
        ...(answer === 'DONE_KO' && draft.opens.gap && { open_gap: true }),
        ...(answer === 'DONE_KO' && draft.opens.action && { open_action: true }),
      }
      const after = await inTurn(() => giveAnswer(row, values))
      setLocal((before) => set(before, [[row.id, after]]))
      setMarks((before) => set(before, [[row.id, 'saved']]))
      return true
    } catch (reason) {
      // The cell is as it was; what was written for it stays.
      setLocal((before) => set(before, [[row.id, row]]))
      setMarks((before) => set(before, [[row.id, undefined]]))
      setDrafts((before) => set(before, [[row.id, { ...draft, answer }]]))
      const text = navigator.onLine ? failureDetails(reason) : t('entry.offline')
      setWrong((before) => set(before, [[row.id, { text, errors: reason instanceof ApiError ? reason.errors : {} }]]))
      setAnnouncement(t('entry.refused', { name: row.name ?? '', why: text }))
      return false
    }
  }

  /** Answers all of some that can be answered so; the others are answered one by one. Tells how many were. */
  const give = (ids: readonly number[], answer: OccurrenceAnswer, from: Draft | undefined): number => {
    const ready = ids.flatMap((id) => {
      const row = byId.get(id)
      if (!row || !waits(id)) return []
      const draft = from ? { ...draftOf(id), comment: from.comment || draftOf(id).comment, day: from.day, opens: from.opens } : draftOf(id)
      return lacks(row, draft, answer) === undefined ? [{ row, draft: from && ids.length === 1 ? from : draft }] : []
    })
    if (ready.length === 0) return 0
    const group = ready.map(({ row }) => row.id)
    setLog((before) => [...before, group])
    setMoments((before) => [...before, performance.now()])
    const [only] = ready
    setAnnouncement(
      ready.length === 1 && only
        ? t('today.said', { name: only.row.name ?? '', answer: nameOf(answer) })
        : t('entry.said_many', { count: ready.length, answer: nameOf(answer) }),
    )
    void Promise.all(ready.map(({ row, draft }) => send(row, draft, answer))).then((all) => {
      if (all.some((one) => !one))
        setLog((before) => before.map((one) => (one === group ? group.filter((_, n) => all[n]) : one)).filter((one) => one.length > 0))
    })
    return ready.length
  }

  const takeBack = async (): Promise<number | undefined> => {
    const group = log.at(-1)
    if (!group) return undefined
    setLog((before) => before.slice(0, -1))
    for (const id of group) {
      try {
        const row = await inTurn(() => undoAnswer(id))
        setLocal((before) => set(before, [[id, row]]))
        setMarks((before) => set(before, [[id, undefined]]))
        setAnnouncement(t('entry.taken_back', { name: row.name ?? '' }))
      } catch (reason) {
        setAnnouncement(failureDetails(reason))
      }
    }
    return group[0]
  }

  const left = order.filter(waits)
  return {
    rows,
    byId,
    books,
    marks,
    wrong,
    said: announcement,
    say: setAnnouncement,
    draftOf,
    write,
    waits,
    give,
    takeBack,
    hasLast: log.length > 0,
    order: order,
    left,
    minutes: minutesLeft(left.length, moments),
    next: (after: number | undefined) => nextOf(order, waits, after),
  }
}
export type Entry = ReturnType<typeof useEntry>
