import { z } from 'zod'
import type { FieldMessages, Message } from '#kit/contract/errors.ts'

interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
}

/** Says of a number out of bounds both of them, where there are two, as the forms do: a schema alone tells the one that was passed. */
export function withBothBounds(schema: z.ZodType, messages: FieldMessages): FieldMessages {
  return Object.fromEntries(Object.entries(messages).map(([path, all]) => [path, all.map((message) => inFull(schema, path, message))]))
}

function inFull(schema: z.ZodType, path: string, message: Message): Message {
  if (message.key !== 'kit.errors.at_least' && message.key !== 'kit.errors.at_most') return message
  for (const found of schemasAt(schema, path.split('.'))) {
    const { minValue: min, maxValue: max } = found instanceof z.ZodNumber ? found : unbound
    if (isBound(min) && isBound(max)) return { key: 'kit.errors.between', values: { min, max } }
  }
  return message
}

const unbound = { minValue: null, maxValue: null }

/** Whole numbers are bound by what is exact, of which nobody needs to hear. */
const isBound = (value: number | null): value is number => value !== null && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER

function schemasAt(schema: z.ZodType, path: readonly string[]): readonly z.ZodType[] {
  const { type, innerType, in: before, element, valueType, shape, options } = schema._zod.def as unknown as Definition
  const through = innerType ?? (type === 'pipe' ? before : undefined)
  if (through) return schemasAt(through, path)
  if (options) return options.flatMap((option) => schemasAt(option, path))
  const [name, ...rest] = path
  if (name === undefined) return [schema]
  const below = shape && Object.hasOwn(shape, name) ? shape[name] : (element ?? valueType)
  return below ? schemasAt(below, rest) : []
}
