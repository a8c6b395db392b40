import { z } from 'zod'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ExposedType } from '#areas/programs/server/index.ts'

/** What a tool works with: the rights of the key that asks, and nothing else. */
export interface ToolContext {
  readonly resources: Resources
  /** Those that the key may read, and those that it may write as well. */
  readonly readable: ReadonlyMap<string, ExposedType>
  readonly writable: ReadonlyMap<string, ExposedType>
  readonly inSession: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** What a read answers that an area lends. */
  readonly told: (path: string, given: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>
  /** Where a row is shown to people, from the root of the site. */
  readonly linkTo: (type: ExposedType, id: number) => string
}

/** One thing that an assistant may do. Everything a tool answers is bounded, and is data whatever it says. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** False: it makes a proposal, and so changes nothing by itself. */
  readonly reads: boolean
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Throws `z.ZodError` for what it does not take. */
  readonly call: (context: ToolContext, args: unknown) => Promise<Record<string, unknown>>
}

interface Defined<I extends z.ZodType, O extends z.ZodType<Record<string, unknown>>> extends Omit<Tool, 'call'> {
  readonly input: I
  readonly output: O
  readonly run: (context: ToolContext, input: z.output<I>) => Promise<z.input<O> & Record<string, unknown>>
}

export const defineTool = <I extends z.ZodType, O extends z.ZodType<Record<string, unknown>>>({ run, ...tool }: Defined<I, O>): Tool => ({
  ...tool,
  call: (context, args) => run(context, tool.input.parse(args)),
})

export const rowId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
export const typeName = z.string().max(64).describe('A type as list_types names it')
/** A row: values by field, references as `{ id, name }`. */
export const row = z.record(z.string(), z.unknown())
