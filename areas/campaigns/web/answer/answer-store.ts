import type { StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import { ApiError, failureDetails, isAway } from '#kit/web/api/client.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { keepDrafts, keptDrafts, type Draft, type Drafts } from './drafts.ts'
import type { Changed, EvaluationSource, NewAction, AnswerValues, Saved } from './source.ts'

/** Milliseconds after the last change that an answer is sent. */
const after = 600
/** How often what is kept is sent again by itself, in milliseconds. */
const every = 15_000

export interface AnswerState {
  readonly answers: ReadonlyMap<number, StoredAnswer>
  readonly drafts: Drafts
  /** What of the evaluation itself changes meanwhile. */
  readonly head: Omit<Changed, 'answers'>
  readonly savedAt: Date | null
  readonly offline: boolean
}

export const noValues: AnswerValues = { level: null, value: null, na: false, justification: null, comment: null, evidences: [] }
export const valuesOf = ({ level, value, na, justification, comment, evidences }: StoredAnswer): AnswerValues => ({
  level,
  value,
  na,
  justification,
  comment,
  evidences,
})

/** Whether two say the same, as the server keeps it: without spaces around texts, and without a level of what does not apply. */
function sameValues(one: AnswerValues, other: AnswerValues): boolean {
  const plain = ({ na, level, value, justification, comment, evidences }: AnswerValues) =>
    JSON.stringify([
      na,
      na ? null : level,
      na ? null : value,
      na ? tidy(justification) : '',
      tidy(comment),
      evidences.map(({ id }) => id).toSorted((a, b) => a - b),
    ])
  return plain(one) === plain(other)
}
const tidy = (text: string | null) => (text ?? '').trim()

/** The network's failure or the server's own trouble, not an answer. */
const isUndecided = (reason: unknown): boolean =>
  !navigator.onLine ||
  !(reason instanceof ApiError) ||
  isAway(reason.status) ||
  reason.status === 401 ||
  reason.status === 429 ||
  /^(?:CONTEXT_CHANGED|PENDING_\w+)$/.test(reason.code)

/**
 * The answers of one evaluation and what is typed over them: each is sent a moment after it changed, one at a time for each item; what does not arrive is kept on the device
 * and sent again, what meets another answer waits for a decision. Nothing typed is ever dropped but by whoever typed it.
 */
export class AnswerStore {
  #source: EvaluationSource
  #state: AnswerState
  #listeners = new Set<() => void>()
  #timers = new Map<number, () => void>()
  #sending = new Map<number, Promise<void>>()
  /** What was sent of which nobody knows whether it arrived. */
  #unsure = new Map<number, AnswerValues>()
  /** What was typed as it was typed, of the version that came of it: the server keeps no spaces around a text that is still being written. */
  #typed = new Map<number, { readonly version: number; readonly said: AnswerValues }>()
  /** Items that were ever drafts of this page. */
  #own = new Set<number>()
  /** The newest revision that this page knows of: what was read before it is old. */
  #revision = 0
  /** Why a draft cannot be sent as it is; null: it can. */
  #blocked: (item: number, values: AnswerValues) => string | null

  constructor(source: EvaluationSource, { answers, ...head }: Changed, blocked: (item: number, values: AnswerValues) => string | null) {
    this.#source = source
    this.#blocked = blocked
    const own = new Map(answers.map((one) => [one.item, one]))
    const drafts = keptDrafts(source.key)
    for (const item of drafts.keys()) this.#own.add(item)
    this.#revision = head.revision
    this.#state = { answers: own, drafts, head, savedAt: null, offline: !navigator.onLine }
  }

  get = (): AnswerState => this.#state
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to hear of the network and of others; ends it. */
  start(): () => void {
    const online = () => {
      this.#set({ offline: false })
      this.sendAll()
      void this.refresh()
    }
    const away = () => this.#set({ offline: true })
    addEventListener('online', online)
    addEventListener('offline', away)
    const timer = setInterval(() => this.sendAll(), every)
    const deaf = this.#source.listen?.(() => void this.refresh())
    this.sendAll()
    return () => {
      removeEventListener('online', online)
      removeEventListener('offline', away)
      clearInterval(timer)
      deaf?.()
      // What was typed a moment ago goes out at once.
      for (const item of this.#timers.keys()) void this.send(item)
    }
  }

  valuesAt = (item: number): AnswerValues => {
    const answer = this.#state.answers.get(item)
    const draft = this.#state.drafts.get(item)
    if (draft || !answer) return draft?.said ?? noValues
    const typed = this.#typed.get(item)
    const { comment, justification } = typed?.version === answer.version ? typed.said : answer
    return { ...valuesOf(answer), comment, justification }
  }

  edit(item: number, change: Partial<AnswerValues>): void {
    const before = this.#state.drafts.get(item)
    const version = before?.version ?? this.#state.answers.get(item)?.version ?? 0
    // What met another answer goes on waiting for a decision.
    const conflict = before?.state === 'conflict' ? { state: 'conflict' as const, theirs: before.theirs } : { state: 'waiting' as const }
    this.#draft(item, { said: { ...this.valuesAt(item), ...change }, version, ...conflict })
    if (conflict.state === 'conflict') return
    this.#timers.get(item)?.()
    this.#timers.set(
      item,
      afterPause(after, () => void this.send(item)),
    )
  }

  /** What a file says, each over the version that it was made from; sent one after the other, in their order. What somebody answered since waits for a decision as any. */
  async take(all: readonly { readonly item: number; readonly version: number; readonly said: Omit<AnswerValues, 'evidences'> }[]): Promise<void> {
    const drafts = new Map(this.#state.drafts)
    for (const { item, said, version } of all) {
      this.#timers.get(item)?.()
      this.#timers.delete(item)
      drafts.set(item, { said: { ...said, evidences: this.valuesAt(item).evidences }, version, state: 'waiting' })
    }
    this.#set({ drafts })
    for (const { item } of all) await this.send(item)
  }

  sendAll(): void {
    for (const [item, { state }] of this.#state.drafts) if (state !== 'conflict' && state !== 'failed' && !this.#timers.has(item)) void this.send(item)
  }

  /** Everything typed has gone out, or will not by itself. */
  async settled(): Promise<void> {
    for (const item of this.#state.drafts.keys()) if (this.#state.drafts.get(item)?.state !== 'conflict') await this.send(item)
  }

  async send(item: number): Promise<void> {
    this.#timers.get(item)?.()
    this.#timers.delete(item)
    const running = this.#sending.get(item)
    const next = (running ?? Promise.resolve()).then(() => this.#sendNow(item))
    this.#sending.set(item, next)
    await next
    if (this.#sending.get(item) === next) this.#sending.delete(item)
  }

  async #sendNow(item: number): Promise<void> {
    const draft = this.#state.drafts.get(item)
    if (!draft || draft.state === 'conflict') return
    const why = this.#blocked(item, draft.said)
    if (why !== null) return this.#draft(item, { ...draft, state: 'blocked', why })
    this.#draft(item, { ...draft, state: navigator.onLine ? 'saving' : 'kept' })
    if (!navigator.onLine) return
    try {
      const { object, standing } = await this.#source.save(item, draft.said, draft.version)
      this.#unsure.delete(item)
      this.#revision = Math.max(this.#revision, standing.revision)
      if (standing.unseen) this.#set({ head: { ...this.#state.head, unseen: standing.unseen } })
      this.#took(object, draft)
    } catch (reason) {
      const now = this.#state.drafts.get(item) ?? draft
      if (reason instanceof ApiError && reason.code === 'STALE') return this.#met(item, draft, reason.object as StoredAnswer | undefined)
      if (isUndecided(reason)) this.#unsure.set(item, draft.said)
      this.#draft(item, { ...now, state: isUndecided(reason) ? 'kept' : 'failed', why: failureDetails(reason) })
      // Closed, submitted or late since it was opened: the page shows so, and keeps what was typed.
      if (reason instanceof ApiError && reason.status === 409) void this.refresh()
    }
  }

  /** Something else stands there: a decision, unless it is what was sent before and arrived unheard, or what was said here as well. */
  #met(item: number, draft: Draft, theirs: StoredAnswer | undefined): void {
    const now = this.#state.drafts.get(item) ?? draft
    const known = theirs && [draft.said, this.#unsure.get(item)].find((one) => one && sameValues(one, valuesOf(theirs)))
    if (!theirs || !known) return this.#draft(item, { ...now, state: 'conflict', theirs })
    this.#unsure.delete(item)
    this.#took(theirs, { ...draft, said: known })
    if (this.#state.drafts.has(item)) void this.send(item)
  }

  /** An answer is saved: what was typed since is written over it. */
  #took(object: StoredAnswer, sent?: Draft): void {
    const { drafts, answers, head } = this.#state
    const now = drafts.get(object.item)
    const rest = new Map(drafts)
    if (sent) this.#typed.set(object.item, { version: object.version, said: sent.said })
    if (!now || now.said === sent?.said) rest.delete(object.item)
    else rest.set(object.item, { ...now, version: object.version })
    // With the first answer it has begun; what was rejected says so until it is read anew.
    const begun = head.status === 'NOT_STARTED' ? { head: { ...head, status: 'STARTED' as const } } : {}
    this.#set({ answers: new Map(answers).set(object.item, object), drafts: rest, savedAt: new Date(), ...begun })
  }

  /** Reads what others answered meanwhile; what is typed here stays, and is judged by its version when it is sent. */
  async refresh(): Promise<void> {
    const { answers, ...head } = await this.#source.changes().catch(() => ({ answers: null, ...this.#state.head }))
    // An answer that was saved here since it was asked is not undone by what was read before.
    if (answers === null || head.revision < this.#revision) return
    this.#revision = head.revision
    this.#set({ head, answers: new Map(answers.map((one) => [one.item, one])) })
  }

  /** One's own answer after all, over what stands there now. */
  keepMine(item: number): void {
    const draft = this.#state.drafts.get(item)
    if (!draft) return
    this.#draft(item, { said: draft.said, version: draft.theirs?.version ?? this.#state.answers.get(item)?.version ?? 0, state: 'waiting' })
    void this.send(item)
  }

  takeTheirs(item: number): void {
    const theirs = this.#state.drafts.get(item)?.theirs
    const drafts = new Map(this.#state.drafts)
    drafts.delete(item)
    this.#set({ drafts, ...(theirs && { answers: new Map(this.#state.answers).set(item, theirs) }) })
  }

  drop(item: number): void {
    this.#timers.get(item)?.()
    this.#timers.delete(item)
    const drafts = new Map(this.#state.drafts)
    drafts.delete(item)
    this.#set({ drafts })
  }

  /** After what is typed has been saved: an action is of an answer. */
  async openAction(action: NewAction): Promise<void> {
    await this.send(action.item)
    const saved = await this.#source.openAction?.(action)
    if (saved) this.#acted(saved)
  }

  async linkAction(item: number, remediation: number, linked: boolean): Promise<void> {
    await this.send(item)
    const saved = await this.#source.linkAction?.(item, remediation, linked)
    if (saved) this.#acted(saved)
  }

  #acted({ object, standing }: Saved): void {
    this.#revision = Math.max(this.#revision, standing.revision)
    this.#took(object)
  }

  async confirm(items: readonly number[]): Promise<void> {
    try {
      await this.#source.confirm?.(items)
    } catch (reason) {
      toast.error(failureDetails(reason))
    }
    await this.refresh()
  }

  async submit(): Promise<void> {
    await this.settled()
    // What has not arrived would be left behind for good.
    if (this.#state.drafts.size > 0) throw new Error('Not everything is saved')
    await this.#source.submit()
    await this.refresh()
  }

  #draft(item: number, draft: Draft): void {
    this.#set({ drafts: new Map(this.#state.drafts).set(item, draft) })
  }

  #set(change: Partial<AnswerState>): void {
    this.#state = { ...this.#state, ...change }
    if (change.drafts) {
      for (const item of change.drafts.keys()) this.#own.add(item)
      keepDrafts(this.#source.key, change.drafts, this.#own)
    }
    for (const listener of this.#listeners) listener()
  }
}
