import type { RawBuilder, Sql } from 'kysely'
import type { Shape } from './shape.ts'

/** What a statement claims of its rows, and where it stands. */
export interface Claimed {
  readonly site: string
  /** A `Shape`, as JSON until somebody asks. */
  readonly row: string
}

const ofStatements = new WeakMap<object, Claimed>()
const ofTexts = new Map<string, Claimed>()
const shapes = new Map<string, Shape>()

/** The tag itself, but that what it builds is known by its claim. */
export const claimed =
  (tag: Sql, site: string, row: string) =>
  <T>(fragments: TemplateStringsArray, ...values: unknown[]): RawBuilder<T> => {
    const built = tag<T>(fragments, ...values)
    ofStatements.set(built, { site, row })
    return built
  }

/** The text itself, known by its claim. */
export function claimedText(text: string, site: string, row: string): string {
  ofTexts.set(text, { site, row })
  return text
}

export const claimOf = (statement: object): Claimed | undefined => ofStatements.get(statement)
export const claimOfText = (text: unknown): Claimed | undefined => (typeof text === 'string' ? ofTexts.get(text) : undefined)

export function shapeOf({ site, row }: Claimed): Shape {
  const known = shapes.get(site) ?? (JSON.parse(row) as Shape)
  shapes.set(site, known)
  return known
}
