import { toneOf } from '#kit/web/ui/level-color.ts'

/** What draws in a colour: that of a token (`c1`), or an organisation's own (`#1f9d63`), which is the interface's where it has the same. */
export function paint(color: string): string {
  if (!color.startsWith('#')) return `var(--${color})`
  const tone = toneOf(color)
  return tone ? `var(--${tone})` : color
}
