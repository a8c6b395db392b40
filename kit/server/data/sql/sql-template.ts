import { hash } from 'node:crypto'
import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { isNone, type Reader } from '#kit/server/access/row-rule.ts'
import { Shared } from '#kit/server/data/database/statement-compiler.ts'

/** Whom a row is selected for: as its rules know them, and the language in which it is told. */
export interface Viewer extends Reader {
  readonly lang: Language
}

type Personal = 'memberId' | 'groupIds' | 'perimeterIds' | 'tagIds'

/** Where a value of the person goes. */
class Hole {
  readonly name: Personal

  constructor(name: Personal) {
    this.name = name
  }
}

const hole = <T>(name: Personal) => sql<T>`${new Hole(name)}`
const holes = {
  memberId: hole<number>('memberId'),
  groupIds: hole<readonly number[]>('groupIds'),
  perimeterIds: hole<readonly number[]>('perimeterIds'),
  tagIds: hole<readonly number[]>('tagIds'),
}

/** Everybody of a viewer's kind: in place of their own ids stand holes, so that no text made for it can hold or follow from one. Rules ask whether there are any. */
const kindOf = ({ lang, roles, rights, memberId, ...ids }: Viewer): Viewer => ({
  lang,
  roles,
  rights,
  memberId: memberId === null ? null : holes.memberId,
  groupIds: isNone(ids.groupIds) ? [] : holes.groupIds,
  perimeterIds: isNone(ids.perimeterIds) ? [] : holes.perimeterIds,
  tagIds: isNone(ids.tagIds) ? [] : holes.tagIds,
})

const rightsNames = new WeakMap<ReadonlySet<string>, string>()

function rightsName(rights: ReadonlySet<string>): string {
  const known = rightsNames.get(rights) ?? hash('sha256', [...rights].join(), 'base64url')
  rightsNames.set(rights, known)
  return known
}

/** All that two viewers of one kind have in common, in one word. */
const kindName = ({ lang, roles, rights, memberId, ...ids }: Viewer): string =>
  [lang, memberId === null, isNone(ids.groupIds), isNone(ids.perimeterIds), isNone(ids.tagIds), roles.join(), rightsName(rights)].join(' ')

/** What no SQL contains. */
const placeholder = '\0'

class TemplateCompiler extends PostgresQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return placeholder
  }
}

interface Template {
  readonly fragments: TemplateStringsArray
  readonly values: readonly unknown[]
}

function compile(built: RawBuilder<unknown>): Template {
  const { sql: text, parameters: values } = new TemplateCompiler().compileQuery(built.toOperationNode(), createQueryId())
  if (values.some((value) => value instanceof Date)) throw new Error('A text that is kept holds no moment')
  // Split text is what a tagged template is given, but for the raw form, which nobody reads.
  return { fragments: text.split(placeholder) as unknown as TemplateStringsArray, values }
}

function fill<T>({ fragments, values }: Template, viewer: Viewer): RawBuilder<T> {
  const shared = new Map<Personal, unknown>()
  const given = (name: Personal): unknown => {
    if (!shared.has(name)) shared.set(name, Array.isArray(viewer[name]) ? new Shared(viewer[name]) : viewer[name])
    return shared.get(name)
  }
  return sql<T>(fragments, ...values.map((value) => (value instanceof Hole ? given(value.name) : value)))
}

/** How many texts one entity keeps: its list, its whole row and some exports, for a few kinds of people each. */
const maxTemplates = 24

/** SQL that is made once for each kind of people and only filled in for each of them. What was used longest ago is given up. */
export class Templates {
  #kept = new Map<string, Template>()

  /** What `build` makes of a viewer. It must follow from `name` and the kind alone. */
  fill<T>(name: string, viewer: Viewer, build: (kind: Viewer) => RawBuilder<T>): RawBuilder<T> {
    const key = `${kindName(viewer)} ${name}`
    const template = this.#kept.get(key) ?? compile(build(kindOf(viewer)))
    this.#kept.delete(key)
    this.#kept.set(key, template)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxTemplates && oldest !== undefined) this.#kept.delete(oldest)
    return fill<T>(template, viewer)
  }
}
