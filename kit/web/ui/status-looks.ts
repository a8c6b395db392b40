export type Tone = 'neutral' | 'primary' | 'warning' | 'success' | 'off' | 'bad'
export type Glyph = 'dashed' | 'circle' | 'half' | 'pause' | 'check' | 'cross'

export interface StatusLook {
  readonly tone: Tone
  readonly glyph: Glyph
}

/** The looks a status may have: tone and glyph always say the same thing, so that colour is never alone. */
export const looks = {
  waiting: { tone: 'neutral', glyph: 'dashed' },
  planned: { tone: 'primary', glyph: 'circle' },
  ongoing: { tone: 'primary', glyph: 'half' },
  paused: { tone: 'warning', glyph: 'pause' },
  alert: { tone: 'warning', glyph: 'circle' },
  done: { tone: 'success', glyph: 'check' },
  off: { tone: 'off', glyph: 'cross' },
  failed: { tone: 'bad', glyph: 'cross' },
} as const satisfies Record<string, StatusLook>

const byValue: Readonly<Record<string, keyof typeof looks>> = {
  TO_PLAN: 'waiting',
  TO_HANDLE: 'waiting',
  TO_IMPLEMENT: 'waiting',
  NOT_REQUESTED: 'waiting',
  NOT_STARTED: 'waiting',
  OPEN: 'waiting',
  INIT: 'waiting',
  DRAFT: 'waiting',
  PLANNED: 'planned',
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
  REQUESTED: 'paused',
  TO_BE_APPROVED: 'paused',
  TO_BE_CONFIRMED: 'paused',
  WAITING_VALIDATION: 'paused',
  METRIC_ENTRY: 'ongoing',
  OPENED: 'alert',
  WARNING: 'alert',
  LATE: 'alert',
  FINISHED: 'done',
  RESOLVED: 'done',
  CLOSED: 'done',
  CLOSE: 'done',
  GRANTED: 'done',
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
  REJECTED: 'off',
  IGNORED: 'off',
  EXPIRED: 'off',
  DISABLED: 'off',
  DISCARDED: 'off',
  NOT_APPLICABLE: 'off',
  FAILED: 'failed',
  ERROR: 'failed',
  KO: 'failed',
}

const byEntity = new Map<string, StatusLook>()

/** Gives an entity's own statuses their look, where a word means something else than elsewhere: `setLooks('review.status', { OPEN: 'planned' })`. */
export function setLooks(entityField: string, values: Readonly<Record<string, keyof typeof looks>>): void {
  for (const [value, look] of Object.entries(values)) byEntity.set(`${entityField}.${value}`, looks[look])
}

/** The look of a status, by the field that carries it (`action.status`) or else by the word itself; nothing for words that are no status. */
export function lookOf(value: string, entityField?: string): StatusLook | undefined {
  const own = entityField ? byEntity.get(`${entityField}.${value}`) : undefined
  const shared = Object.hasOwn(byValue, value) ? byValue[value] : undefined
  return own ?? (shared ? looks[shared] : undefined)
}
