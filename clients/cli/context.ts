import { parseArgs } from 'node:util'
import type { ListPath, Vigie } from '#clients/typescript/client.ts'
import type { Terminal } from './terminal.ts'
import { Ended, exits } from './usage.ts'
import type { Say } from './words.ts'

const options = {
  url: { type: 'string' },
  filter: { type: 'string', multiple: true },
  sort: { type: 'string' },
  limit: { type: 'string' },
  fields: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  register: { type: 'string' },
  perimeter: { type: 'string' },
  application: { type: 'string' },
  action: { type: 'string' },
  name: { type: 'string' },
  description: { type: 'string' },
  'valid-until': { type: 'string' },
  'dry-run': { type: 'boolean' },
  part: { type: 'boolean' },
  'skip-wrong': { type: 'boolean' },
  confirmed: { type: 'boolean' },
  'no-wait': { type: 'boolean' },
  min: { type: 'string' },
  max: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export type Options = ReturnType<typeof parse>['values']

export function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new Ended(exits.usage, error instanceof Error ? error.message : String(error))
  }
}

/** What a command works with. */
export interface Context {
  readonly terminal: Terminal
  readonly say: Say
  readonly options: Options
  /** What stands behind the name of the command. */
  readonly args: readonly string[]
  readonly vigie: Vigie
  readonly print: (text: string) => void
  /** Beside what is answered: how it goes, and what is to be known. */
  readonly note: (text: string) => void
}

/** A number of the command line; throws what is wrong with it. */
export function numberOf(say: Say, name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw new Ended(exits.usage, say('bad_number', { name }))
  return number
}

/** The same where it must be there. */
export function mustHave(say: Say, name: string, value: string | undefined): string {
  if (!value) throw new Ended(exits.usage, say('missing', { name }))
  return value
}

export function mustNumber(say: Say, name: string, value: string | undefined): number {
  const number = numberOf(say, name, mustHave(say, name, value))
  if (number === undefined || !Number.isSafeInteger(number) || number < 1) throw new Ended(exits.usage, say('bad_number', { name }))
  return number
}

/** The list of a type: which types there are is known to the server alone. */
export function listOf({ say, args }: Pick<Context, 'say' | 'args'>): ListPath {
  const type = mustHave(say, 'TYPE', args[0])
  if (!/^[a-z][a-z_]*$/.test(type)) throw new Ended(exits.usage, say('unknown_type', { value: type }))
  return `/${type}` as ListPath
}

/** The parameters of a list by what was asked for. */
export function queryOf({ say, options: { filter = [], sort } }: Pick<Context, 'say' | 'options'>): Record<string, string> {
  const pairs = filter.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new Ended(exits.usage, say('bad_filter', { value: text }))
    return [text.slice(0, at), text.slice(at + 1)]
  })
  return { ...Object.fromEntries(pairs), ...(sort !== undefined && { sort }) }
}
