import type { Json } from '#areas/library/server/library-content.ts'
import { LibraryError, type Path } from './library-error.ts'
import { limits } from './limits.ts'
import { lineAt, lineOf, readYaml, toPlain } from './read-yaml.ts'

/** The plain values of a file, and where they stand in it. */
export type Source = { root: Json; lineAt: (path: Path) => number | null }

const signatures: [string, number[]][] = [
  ['Excel / ZIP', [0x50, 0x4b, 0x03, 0x04]],
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['gzip', [0x1f, 0x8b]],
  ['XML / HTML', [0x3c]],
]

/** Reads YAML or JSON, told apart by the first character; throws LibraryError. What the values hold is checked by `checkTree`. */
export function readSource(bytes: Uint8Array): Source {
  if (bytes.length > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
  const found = signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))
  if (found) throw new LibraryError('unsupported_format', { found: found[0] })
  const text = decode(bytes)
  if (text.trim() === '') throw new LibraryError('empty_file')
  checkLines(text)
  return /^\s*[[{]/.test(text) ? readJson(text) : readYamlSource(text)
}

function checkLines(text: string): void {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++lines > limits.lines) throw new LibraryError('too_many_lines', { max: limits.lines }, { line: lines })
  }
}

function readYamlSource(text: string): Source {
  const yaml = readYaml(text)
  const root = toPlain(yaml)
  return { root, lineAt: (path) => lineAt(yaml, path) }
}

function readJson(text: string): Source {
  checkJsonSize(text)
  // JSON has no positions: the same text read as YAML has, and is only read again to name a line.
  const line = (path: Path): number | null => {
    try {
      return lineAt(readYaml(text), path)
    } catch {
      return null
    }
  }
  let root: Json
  try {
    root = JSON.parse(text) as Json
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return readFlowYaml(text, error)
  }
  return { root, lineAt: line }
}

/** A YAML file may also begin with a bracket. */
function readFlowYaml(text: string, syntaxError: SyntaxError): Source {
  try {
    return readYamlSource(text)
  } catch (error) {
    if (!(error instanceof LibraryError) || !error.key.startsWith('yaml_')) throw error
    const at = /position (\d+)/.exec(syntaxError.message)
    throw new LibraryError('json_syntax', { detail: syntaxError.message }, { line: at ? lineOf(text, Number(at[1])) : error.line })
  }
}

/** Counts brackets and commas outside strings: JSON.parse itself has no bounds. */
function checkJsonSize(text: string): void {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === 0x22) {
      do {
        at = text.indexOf('"', at + 1)
      } while (at !== -1 && isEscaped(text, at))
      if (at === -1) return
    } else if (character === 0x2c) values++
    else if (character === 0x5b || character === 0x7b) {
      values++
      if (++depth > limits.depth) throw new LibraryError('too_deep', { max: limits.depth }, { line: lineOf(text, at) })
    } else if (character === 0x5d || character === 0x7d) depth--
    if (values > limits.values) throw new LibraryError('too_many_values', { max: limits.values }, { line: lineOf(text, at) })
  }
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++
  return backslashes % 2 === 1
}

function decode(bytes: Uint8Array): string {
  const nul = bytes.indexOf(0)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  if (nul === -1) {
    try {
      return decoder.decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new LibraryError('not_utf8', {}, { line: firstBadLine(bytes) })
    }
  }
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  throw new LibraryError(utf16 ? 'not_utf8' : 'forbidden_character', {}, { line: utf16 ? 1 : countLines(bytes, nul) })
}

/** No sequence of UTF-8 spans a line feed, so lines can be tried one by one. */
function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const next = bytes.indexOf(0x0a, start)
    const end = next === -1 ? bytes.length : next
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end + 1
  }
  return line
}

function countLines(bytes: Uint8Array, offset: number): number {
  let line = 1
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1)) line++
  return line
}
