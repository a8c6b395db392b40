import type { Plugin } from 'vite'

const contract = /\/(?:kit|areas\/[\w-]+)\/contract\/[^?]*\.ts$/

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Declaration extends Node {
  readonly declarations: readonly { readonly init: Node | null }[]
}

interface Call extends Node {
  readonly callee: { readonly name?: string }
  readonly arguments: readonly Node[]
}

interface Statement extends Node {
  readonly declaration?: Node | null
}

const isConst = (node: Node | null | undefined): node is Declaration => node?.type === 'VariableDeclaration'
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Whether something is called when this is read: what stands inside functions is not. */
function calls(node: Node): boolean {
  if (['CallExpression', 'NewExpression', 'TaggedTemplateExpression'].includes(node.type)) return true
  if (/Function/.test(node.type)) return false
  return Object.values(node)
    .flat()
    .some((part) => isNode(part) && calls(part))
}

/** A node with all that stands in it. */
function* within(node: Node): Generator<Node> {
  yield node
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* within(part)
}

const isStructured = (node: Node): node is Call => node.type === 'CallExpression' && (node as Call).callee.name === 'structured'

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What is written otherwise in a contract, from its end to its beginning. */
function replacementsIn(program: { readonly body: readonly Statement[] }): readonly Replacement[] {
  const constants = program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter((statement) => isConst(statement))
    .flatMap(({ declarations }) => declarations.flatMap(({ init }) => (init && calls(init) ? [init] : [])))
  return constants
    .flatMap((init): Replacement[] => [
      { start: init.end, end: init.end, text: '))()' },
      ...[...within(init)]
        .filter(isStructured)
        .flatMap(({ arguments: [schema] }) => (schema ? [{ start: schema.start, end: schema.end, text: 'undefined' }] : [])),
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
    ])
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
}

/** A contract whose constants a bundler may leave out, and so what they are made of. */
export function pureContract(code: string, program: { readonly body: readonly Statement[] }): string {
  let pure = code
  for (const { start, end, text } of replacementsIn(program)) pure = pure.slice(0, start) + text + pure.slice(end)
  return pure
}

/**
 * Contracts are read for a constant here and a label there, and say beside them what a server checks: schemas, of which no page needs more than those of its form. Making
 * them changes nothing else, which the bundler cannot know: it is told, and leaves out what a page does not read, with the library that they are made of. What a structured value
 * may hold only the server looks at: its schema would stand in every page that names the entity.
 */
export function pureContracts(): Plugin {
  return {
    name: 'vigie:pure-contracts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: contract },
      handler(code) {
        return { code: pureContract(code, this.parse(code)), map: null }
      },
    },
  }
}
