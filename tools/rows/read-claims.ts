/** What each `sql<Row>` of the sources claims of its rows, as the compiler understands the type. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { API, ObjectFlags, SymbolFlags, TypeFlags, type Checker, type LiteralType, type Symbol, type Type, type TypeReference } from 'typescript/unstable/sync'
import {
  SyntaxKind,
  type CallExpression,
  type Identifier,
  type Node,
  type PropertyAccessExpression,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { anything, type Alternative, type Shape } from './shape.ts'

export interface Claim {
  /** `file:line`, from the root. */
  readonly site: string
  /** Where the tag stands in the text of the file, or the text that `alone` is given, and where it ends. */
  readonly at: number
  readonly end: number
  /** Only what claims rows: a piece of a statement claims a value. */
  readonly row: Shape
}

/** What a file holds that claims something. */
export const claiming = /\b(?:sql|alone)</

/** The claims of each file, by its path from the root. */
export type Claims = Readonly<Record<string, readonly Claim[]>>

/** Reads the claims of a project: of every file that its configuration names, or of those that are asked for. */
export function readClaims(root: string, configuration = join(root, 'tools', 'rows', 'tsconfig.json')): Claims {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [configuration] }).getProjects()
    if (!project) throw new Error(`No project at ${configuration}`)
    const shapes = new Shapes(project.checker)
    const claims: Record<string, Claim[]> = {}
    for (const name of project.program.getSourceFileNames()) {
      if (name.includes('/node_modules/') || !name.startsWith(root) || !claiming.test(readFileSync(name, 'utf8'))) continue
      const file = project.program.getSourceFile(name)
      if (!file) continue
      const path = relative(root, name)
      const found = claimants(file)
      const types = project.checker.getTypeAtLocation(found.map(({ type }) => type))
      claims[path] = found.flatMap(({ claimant }, index) => {
        const type = types[index]
        const row = type ? shapes.of(type) : anything
        // A node begins where the one before it ends: what stands between them is not of it.
        const at = claimant.pos + (/^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*/.exec(file.text.slice(claimant.pos, claimant.end))?.[0].length ?? 0)
        const line = file.text.slice(0, at).split('\n').length
        return claimsRows(row) ? [{ site: `${path}:${line}`, at, end: claimant.end, row }] : []
      })
    }
    return claims
  } finally {
    api.close()
  }
}

/** Whether a type can be that of a row, and says something of it. */
const claimsRows = (row: Shape): boolean => row.some((one) => typeof one === 'object' && 'has' in one)

interface Claimant {
  /** The tag, or the text that is sent. */
  readonly claimant: Node
  readonly type: Node
}

/** What of a file claims something: templates whose tag is `sql` and has a type, and the texts that `alone<Row>` is given. */
function claimants(file: SourceFile): Claimant[] {
  const found: Claimant[] = []
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.TaggedTemplateExpression) {
      const { tag, typeArguments } = node as TaggedTemplateExpression
      if ((tag as Identifier).text === 'sql' && typeArguments?.[0]) found.push({ claimant: tag, type: typeArguments[0] })
    } else if (node.kind === SyntaxKind.CallExpression) {
      const { expression, typeArguments, arguments: given } = node as CallExpression
      if ((expression as PropertyAccessExpression).name?.text === 'alone' && typeArguments?.[0] && given[0])
        found.push({ claimant: given[0], type: typeArguments[0] })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** How deep a type is followed: what lies deeper stands in JSON of another's making. */
const deepest = 5

/** Types as shapes; each is asked for once. */
class Shapes {
  #checker: Checker
  #known = new Map<number, Shape>()

  constructor(checker: Checker) {
    this.#checker = checker
  }

  of(type: Type, depth = 0): Shape {
    const known = this.#known.get(type.id)
    if (known) return known
    if (depth > deepest) return anything
    const shape = this.#shape(type, depth)
    if (depth === 0) this.#known.set(type.id, shape)
    return shape
  }

  #shape(type: Type, depth: number): Shape {
    const { flags } = type
    if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.Instantiable)) return flags & TypeFlags.TemplateLiteral ? ['string'] : anything
    if (flags & TypeFlags.Null) return ['null']
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return ['undefined']
    if (flags & TypeFlags.Literal) return [{ is: [(type as LiteralType).value as string] }]
    if (flags & TypeFlags.String) return ['string']
    if (flags & TypeFlags.Number) return ['number']
    if (flags & TypeFlags.Boolean) return ['boolean']
    if (type.isUnionType()) return merged(type.getTypes().flatMap((one) => this.of(one, depth)))
    if (type.isIntersectionType()) {
      // A text with a mark on it is a text.
      const plain = type.getTypes().find((one) => one.flags & TypeFlags.Primitive)
      return plain ? this.of(plain, depth) : [this.#object(type, depth)]
    }
    if (flags & TypeFlags.Object) return [this.#object(type, depth)]
    return flags & TypeFlags.NonPrimitive ? anything : ['other']
  }

  #object(type: Type, depth: number): Alternative {
    const name = type.getSymbol()?.name
    if (name === 'Date') return 'date'
    if (name === 'Buffer' || name === 'Uint8Array') return 'bytes'
    if (type.isObjectType() && type.objectFlags & ObjectFlags.Reference && this.#checker.isArrayLikeType(type))
      return { each: merged(this.#checker.getTypeArguments(type as TypeReference).flatMap((one) => this.of(one, depth + 1))) }
    const members = this.#checker.getPropertiesOfType(type)
    const types = members.length > 0 ? this.#checker.getTypeOfSymbol(members as Symbol[]) : []
    const has = Object.fromEntries(
      members.map((member, index) => {
        const of = types[index]
        const shape = of ? this.of(of, depth + 1) : anything
        return [member.name, member.flags & SymbolFlags.Optional ? merged([...shape, 'undefined']) : shape] as const
      }),
    )
    const [more] = this.#checker.getIndexInfosOfType(type)
    // What a parameter of types adds is known to the caller alone.
    if (type.isIntersectionType() && type.getTypes().some((one) => one.flags & TypeFlags.Instantiable)) return { has, more: anything }
    if (more) return { has, more: this.of(more.valueType, depth + 1) }
    return members.length === 0 ? 'any' : { has }
  }
}

/** Alternatives without repetition, and literals together. */
function merged(alternatives: readonly Alternative[]): Shape {
  if (alternatives.includes('any')) return anything
  const is = new Map<string, Set<string | number | boolean>>()
  const others = new Map<string, Alternative>()
  for (const one of alternatives) {
    if (typeof one === 'object' && 'is' in one) for (const value of one.is) is.set(typeof value, (is.get(typeof value) ?? new Set()).add(value))
    else others.set(JSON.stringify(one), one)
  }
  const literals = [...is].map(([kind, values]): Alternative => (kind === 'boolean' && values.size === 2 ? 'boolean' : { is: [...values] }))
  return [...others.values(), ...literals]
}

/** That of another branch, and that of what is being worked on. */
const keptAtMost = 2

/** The same, kept under what it was read from: reading takes some seconds of the processor, and a run of tests seldom finds other sources than the one before. */
export function keptClaims(root: string): Claims {
  const cache = join(root, 'node_modules', '.cache', 'claims')
  const file = join(cache, `${hashOfSources(root)}.json`)
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true })
    const draft = join(cache, `draft-${randomUUID()}`)
    writeFileSync(draft, JSON.stringify(readClaims(root)))
    renameSync(draft, file)
  }
  utimesSync(file, new Date(), new Date())
  const cached = readdirSync(cache).map((name) => join(cache, name))
  // Within tests the clock stands still, so that the one that is read may look like the oldest.
  const byUse = cached.flatMap((path) => (path === file ? [] : { path, at: statSync(path).mtimeMs })).toSorted((a, b) => b.at - a.at)
  for (const { path } of byUse.slice(keptAtMost - 1)) rmSync(path, { force: true })
  return JSON.parse(readFileSync(file, 'utf8')) as Claims
}

function hashOfSources(root: string): string {
  const hash = createHash('sha256')
  for (const folder of ['kit', 'platform', 'areas', 'app', 'demo', 'tools'])
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.ts$|tsconfig\.json$/.test(path)) hash.update(`${folder}/${path}\0`).update(readFileSync(join(root, folder, path)))
  return hash.digest('base64url')
}
