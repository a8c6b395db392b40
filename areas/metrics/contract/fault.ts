/** What a value is held to. */
export interface Bounded {
  readonly decimals: number
  readonly minimum: number | null
  readonly maximum: number | null
}

export interface ValueFault {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** More than any metric counts; so that sums of them stay numbers. */
const mostValue = 1e15

/** What is wrong with a number as a value of a metric, as grids say before they send it and the server once it came. */
export function wrongValue({ decimals, minimum, maximum }: Bounded, value: number): ValueFault | undefined {
  if (!Number.isFinite(value)) return { key: 'metrics.errors.not_a_number' }
  if (Math.abs(value) > mostValue) return { key: 'catalog.formula.number_too_big' }
  if (minimum !== null && value < minimum) return { key: 'metrics.errors.below', values: { bound: minimum } }
  if (maximum !== null && value > maximum) return { key: 'metrics.errors.above', values: { bound: maximum } }
  return Number(value.toFixed(decimals)) === value ? undefined : { key: 'metrics.errors.decimals', values: { decimals } }
}

/** A number as people type or paste it: French and English decimals, groups of three, a percent sign; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const plain = text
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/%$/, '')
    .replace('−', '-')
  const grouped =
    /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) && !/^-?0,/.test(plain) && plain.includes('.') ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(grouped) && grouped.length <= 24 ? Number(grouped) : undefined
}
