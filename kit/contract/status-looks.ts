import type { ReportTone } from './report.ts'

export type Tone = 'neutral' | 'primary' | 'warning' | 'success' | 'off' | 'bad'
export type Glyph = 'dashed' | 'circle' | 'half' | 'dots' | 'pause' | 'check' | 'cross' | 'minus' | 'late' | 'soon' | 'mark'

export interface StatusLook {
  readonly tone: Tone
  readonly glyph: Glyph
}

/**
 * The looks a status may have: tone and glyph always say the same thing, so that colour is never alone. What was agreed and holds is `inForce`, what ended as
 * it was meant, without having done anything, `over`, what ended without effect `off`, what ended badly `failed`; what waits for somebody's decision is `awaited`,
 * what rests `paused`, what is past its day and still open `late`. Green is for work that is done.
 */
export const looks = {
  waiting: { tone: 'neutral', glyph: 'dashed' },
  planned: { tone: 'primary', glyph: 'circle' },
  ongoing: { tone: 'primary', glyph: 'half' },
  paused: { tone: 'warning', glyph: 'pause' },
  awaited: { tone: 'warning', glyph: 'dots' },
  alert: { tone: 'warning', glyph: 'mark' },
  soon: { tone: 'warning', glyph: 'soon' },
  late: { tone: 'bad', glyph: 'late' },
  inForce: { tone: 'primary', glyph: 'check' },
  done: { tone: 'success', glyph: 'check' },
  over: { tone: 'off', glyph: 'check' },
  off: { tone: 'off', glyph: 'minus' },
  failed: { tone: 'bad', glyph: 'cross' },
} as const satisfies Record<string, StatusLook>

const byValue: Readonly<Record<string, keyof typeof looks>> = {
  TO_PLAN: 'waiting',
  TO_BE_PLANNED: 'waiting',
  TO_HANDLE: 'waiting',
  TO_IMPLEMENT: 'waiting',
  NOT_REQUESTED: 'waiting',
  NOT_STARTED: 'waiting',
  OPEN: 'waiting',
  INIT: 'waiting',
  DRAFT: 'waiting',
  PLANNED: 'planned',
  READY: 'planned',
  SUBMITTED: 'planned',
  ONGOING: 'ongoing',
  IN_PROGRESS: 'ongoing',
  STARTED: 'ongoing',
  ANALYSIS: 'ongoing',
  CONTAINMENT: 'ongoing',
  ERADICATION: 'ongoing',
  RECOVERY: 'ongoing',
  LEARNING: 'ongoing',
  STANDBY: 'paused',
  PENDING: 'paused',
  REQUESTED: 'awaited',
  TO_BE_APPROVED: 'awaited',
  TO_BE_CONFIRMED: 'awaited',
  WAITING_VALIDATION: 'awaited',
  METRIC_ENTRY: 'ongoing',
  OPENED: 'alert',
  WARNING: 'alert',
  LATE: 'late',
  FINISHED: 'done',
  RESOLVED: 'done',
  CLOSED: 'done',
  CLOSE: 'done',
  GRANTED: 'inForce',
  ACCEPTED: 'inForce',
  TRANSFERRED: 'inForce',
  APPROVED: 'done',
  VALIDATED: 'done',
  IMPLEMENTED: 'done',
  SERVED: 'done',
  PUBLISHED: 'done',
  ENABLED: 'done',
  SUCCESS: 'done',
  COMPLETE: 'done',
  DONE: 'done',
  OK: 'done',
  CANCELLED: 'off',
  IGNORED: 'off',
  DISABLED: 'off',
  DISCARDED: 'off',
  NOT_APPLICABLE: 'off',
  REJECTED: 'failed',
  EXPIRED: 'off',
  FAILED: 'failed',
  ERROR: 'failed',
  KO: 'failed',
}

const byEntity = new Map<string, StatusLook>()

/** Gives an entity's own statuses their look, where a word means something else than elsewhere: `setLooks('review.status', { OPEN: 'planned' })`. */
export function setLooks(entityField: string, values: Readonly<Record<string, keyof typeof looks | StatusLook>>): void {
  for (const [value, look] of Object.entries(values)) byEntity.set(`${entityField}.${value}`, typeof look === 'string' ? looks[look] : look)
}

/** The look of a status, by the field that carries it (`action.status`) or else by the word itself; nothing for words that are no status. */
export function lookOf(value: string, entityField?: string): StatusLook | undefined {
  const own = entityField ? byEntity.get(`${entityField}.${value}`) : undefined
  const shared = Object.hasOwn(byValue, value) ? byValue[value] : undefined
  return own ?? (shared ? looks[shared] : undefined)
}

const tints: Readonly<Record<Tone, ReportTone>> = { neutral: 'neutral', primary: 'info', warning: 'warning', success: 'success', off: 'neutral', bad: 'danger' }

/** The tone that a document gives what has a look on screens. */
export const tintOfLook = (look: StatusLook | undefined): ReportTone => tints[look?.tone ?? 'neutral']
