import { Composer, type Document, isAlias, isMap, isScalar, isSeq, Lexer, type ParsedNode, Parser, type YAMLMap } from 'yaml'
import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { LibraryError, type Path } from './library-error.ts'
import { limits } from './limits.ts'

/** One YAML document, kept with its positions so that a fault found later can name its line. */
export type YamlSource = { document: Document.Parsed; text: string }

/**
 * Reads one document, token by token, so that a hostile file stops at its first excess and not after the tree is built.
 * Keys are compared by `toPlain`, because the library's own comparison takes quadratic time.
 */
export function readYaml(text: string): YamlSource {
  const documents: Document.Parsed[] = []
  const parser = new Parser()
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent', version: '1.2' })
  let tokens = 0
  const compose = (chunks: Iterable<Parameters<Composer['next']>[0]>): void => {
    for (const chunk of chunks) {
      if (chunk.type === 'error') throw new LibraryError('yaml_syntax', { detail: chunk.message }, { line: lineOf(text, chunk.offset) })
      documents.push(...composer.next(chunk))
    }
  }
  for (const lexeme of new Lexer().lex(text)) {
    // A value and its key are at most eight tokens.
    if (++tokens > limits.values * 8) {
      throw new LibraryError('too_many_values', { max: limits.values }, { line: lineOf(text, parser.offset) })
    }
    compose(parser.next(lexeme))
    // A level of the file is at most two levels of the parser's stack.
    if (parser.stack.length > limits.depth * 2 + 2) {
      throw new LibraryError('too_deep', { max: limits.depth }, { line: lineOf(text, parser.offset) })
    }
    if (documents.length > 1) throw new LibraryError('yaml_documents')
  }
  compose(parser.end())
  documents.push(...composer.end(true, text.length))
  const [document, second] = documents
  if (!document || second) throw new LibraryError('yaml_documents')
  const error = document.errors[0] ?? document.warnings.find((warning) => warning.code === 'TAG_RESOLVE_FAILED')
  if (error) {
    const key = error.code === 'TAG_RESOLVE_FAILED' ? 'yaml_tag' : error.code.endsWith('INDENT') ? 'yaml_indent' : 'yaml_syntax'
    throw new LibraryError(key, { detail: error.message }, { line: lineOf(text, error.pos[0]) })
  }
  return { document, text }
}

/** The plain values of a document: aliases and merges resolved, bounded; keys are own properties in the file's order. */
export function toPlain({ document, text }: YamlSource): Json {
  const anchors = new Map<string, { plain: Json; size: number } | 'open'>()
  let size = 0

  const convert = (node: unknown, depth: number): Json => {
    if (depth > limits.depth) throw new LibraryError('too_deep', { max: limits.depth }, { line: lineOfNode(node, text) })
    if (++size > limits.values) throw new LibraryError('too_many_values', { max: limits.values }, { line: lineOfNode(node, text) })
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (!target || target === 'open') throw new LibraryError('yaml_alias', { alias: node.source }, { line: lineOfNode(node, text) })
      size += target.size
      if (size > limits.values) throw new LibraryError('too_many_values', { max: limits.values }, { line: lineOfNode(node, text) })
      return target.plain
    }
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined
    const before = size
    if (anchor) anchors.set(anchor, 'open')
    const plain = isMap(node) ? convertMap(node, depth) : isSeq(node) ? node.items.map((item) => convert(item, depth + 1)) : scalarValue(node)
    if (anchor) anchors.set(anchor, { plain, size: size - before })
    return plain
  }

  const convertMap = (map: YAMLMap, depth: number): JsonObject => {
    const plain: JsonObject = {}
    const merged: Json[] = []
    for (const { key, value } of map.items) {
      if (!isScalar(key)) throw new LibraryError('yaml_key', {}, { line: lineOfNode(key ?? map, text) })
      const name = String(scalarValue(key) ?? '')
      if (name === '__proto__') throw new LibraryError('forbidden_key', { key: name }, { line: lineOfNode(key, text) })
      if (name === '<<' && key.type === 'PLAIN') merged.push(convert(value, depth + 1))
      else if (Object.hasOwn(plain, name)) throw new LibraryError('duplicate_key', { key: name }, { line: lineOfNode(key, text) })
      else plain[name] = convert(value, depth + 1)
    }
    for (const source of merged.flat()) {
      if (source === null || typeof source !== 'object') throw new LibraryError('yaml_key', {}, { line: lineOfNode(map, text) })
      for (const [name, value] of Object.entries(source)) if (!Object.hasOwn(plain, name)) plain[name] = value
    }
    return plain
  }

  return convert(document.contents, 0)
}

/** Numbers and booleans whose spelling would be lost stay text, so that the reference `1.10` does not become 1.1. */
function scalarValue(node: unknown): string | number | boolean | null {
  if (!isScalar(node)) return null
  const { value, source } = node
  if (value === null || typeof value === 'string') return value
  if ((typeof value === 'number' || typeof value === 'boolean') && String(value) === source) return value
  return source ?? null
}

/** The line (from 1) of the value at the end of a path, or of the nearest thing before it that exists. */
export function lineAt({ document, text }: YamlSource, path: Path): number | null {
  let node: unknown = document.contents
  let line = lineOfNode(node, text)
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(scalarValue(key) ?? '') === String(step))
      line = lineOfNode(pair?.key, text) ?? line
      node = pair?.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      line = lineOfNode(node, text) ?? line
    } else break
  }
  return line
}

function lineOfNode(node: unknown, text: string): number | null {
  const offset = (node as ParsedNode | null | undefined)?.range?.[0]
  return offset === undefined ? null : lineOf(text, offset)
}

/** The line (from 1) of a character of a text. */
export function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
