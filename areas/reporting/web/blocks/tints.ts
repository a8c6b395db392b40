import { palette } from '#kit/contract/tone.ts'

/** The tokens of series in their order, where nothing else says their colour. */
const order = ['c1', 'c1b', 'c2', 'c3', 'c4', 'c6'] as const
const tones: Readonly<Record<string, string>> = { success: 'ok', warning: 'warn', danger: 'bad', info: 'c1', neutral: 'line-strong' }
const own = new Map<string, string>(Object.entries(palette).map(([name, color]) => [color, name === 'ink' ? 'text-2' : name]))

/** The token, or the colour of its own, in which a series or group is drawn. */
export const colorOf = (tint: string | null, at: number): string =>
  tint === null ? (order[at % order.length] ?? 'c1') : tint.startsWith('#') ? (own.get(tint.toLowerCase()) ?? tint) : (tones[tint] ?? 'c1')

/** Values of CSS for parts of a whole, no two of them alike as far as there are tokens: states of one tone are parts of their own. */
export function paintsOf(tints: readonly (string | null)[]): readonly string[] {
  const used = new Set<string>()
  return tints.map((tint, at) => {
    const wanted = paintOf(tint, at)
    const free = used.has(wanted) ? order.map((token) => `var(--${token})`).find((paint) => !used.has(paint)) : undefined
    used.add(free ?? wanted)
    return free ?? wanted
  })
}

/** The same as a value of CSS. */
export const paintOf = (tint: string | null, at: number): string => {
  const color = colorOf(tint, at)
  return color.startsWith('#') ? color : `var(--${color})`
}
