import type { z } from 'zod'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError, badParameters } from '#kit/contract/errors.ts'
import type { Right } from '#kit/contract/right.ts'
import type { Answer, AnswerKind, Ask, CourseStep } from '#kit/contract/source.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Days } from './span.ts'

/** For whom and of when something is told. What is read is what `tx.who` may read. */
export interface Asking {
  readonly api: Api
  readonly tx: Tx
  readonly resources: Resources
  readonly lang: Language
  readonly say: (key: string, values?: Record<string, string | number>) => string
  readonly days: Days
  /** The days that they are compared with; absent: as many right before them. */
  readonly before?: Days
  readonly step: CourseStep
  /** The perimeter to keep to, with those below it; null: all that the reader reaches. */
  readonly perimeter: number | null
  /** The day of which it is told, and, of a day gone by, the moment: then `tx` reads what is now until the source has it read what was (`tx.readPast`). */
  readonly today: string
  readonly moment: Date | null
  /** Tell the period before as well, where that can be. */
  readonly compared: boolean
}

/** One thing that may be chosen of a source: a row of an entity, several of them, or one of some words, which are `<area>.sources.<word>.<setting>.<VALUE>`. */
export interface SourceSetting {
  readonly entity?: string
  readonly many?: true
  readonly needed?: true
  readonly options?: readonly string[]
}

/**
 * Something that an area tells to dashboards besides rows of its entities: a score, a course, a matrix. Its words are `<area>.sources.<word>.name`, of each setting
 * `<area>.sources.<word>.<setting>.label`.
 */
export interface Source {
  /** `<area>.<word>`, unique. */
  readonly name: `${string}.${string}`
  readonly kind: AnswerKind
  /** Who may ask it; rows that it names are read by their own rules besides. */
  readonly right: Right
  /** Whether the period that is asked changes anything. */
  readonly dated?: true
  /** Follows from more than what the organisation's log tells, such as when people signed in: asked anew each time. */
  readonly unlogged?: true
  /** It tells of its reader in person: each is told their own, and nothing of it is kept. */
  readonly personal?: true
  readonly settings: Readonly<Record<string, SourceSetting>>
  readonly given: z.ZodType
  /** Throws NOT_FOUND for what is not there for the reader. */
  readonly read: (asking: Asking, given: never, ask: Ask) => Promise<Answer>
}

/** Of a day gone by a source can only tell what was frozen then. */
export function refusePast({ moment }: Asking): void {
  if (moment) throw new AppError('CONFLICT', 'kit.sources.not_kept')
}

/** Declares a source; what is given of its settings is read by its schema before it is asked. */
export const defineSource = <S extends z.ZodType>(
  source: Omit<Source, 'given' | 'read'> & { readonly given: S; readonly read: (asking: Asking, given: z.output<S>, ask: Ask) => Promise<Answer> },
): Source => source

/** Asks a declared source with what was given of its settings; throws BAD_PARAMETERS for what it does not take. */
export async function askSource({ given: schema, read }: Source, asking: Asking, ask: Ask): Promise<Answer> {
  const given = schema.safeParse(ask.given)
  if (!given.success) throw badParameters({ given: [{ key: 'kit.errors.invalid_value' }] })
  return read(asking, given.data as never, ask)
}
