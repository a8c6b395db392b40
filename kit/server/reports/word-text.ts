import { ExternalHyperlink, ShadingType, TextRun } from 'docx'
import type { ReportText, ReportTint, ReportTone } from '#kit/contract/report.ts'

export const inkColor = '14181F'
export const softColor = '5B6472'
/** What lies under and what stands in a badge. */
const toneColors: Readonly<Record<ReportTone, readonly [back: string, front: string]>> = {
  success: ['E6F6EE', '13693F'],
  warning: ['FDF2DE', '8A5200'],
  danger: ['FDECEA', 'AB231C'],
  info: ['EDF2FE', '2350C4'],
  neutral: ['EEF0F3', '4A5260'],
}

const isColor = (tint: ReportTint): tint is `#${string}` => tint.startsWith('#')

/** Of a colour of an organisation's own, a part in white or black: what stands in it is read. */
function mixed(color: string, part: number, ground: number): string {
  const channel = (at: number) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * part + ground * (1 - part))
  return [1, 3, 5]
    .map((at) => channel(at).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/** What lies under and what stands in a badge of this tint. */
export const tintColors = (tint: ReportTint): readonly [back: string, front: string] =>
  isColor(tint) ? [mixed(tint, 0.14, 255), mixed(tint, 0.5, 0)] : toneColors[tint]

/** Words of a line; `size` in half points. */
export function runOf({ text, href, badge, strong, soft }: ReportText, size?: number): TextRun | ExternalHyperlink {
  const tone = badge && tintColors(badge)
  const run = new TextRun({
    // A badge is shading: spaces that do not break give it room.
    text: tone ? `\u00a0${text.replaceAll(' ', '\u00a0')}\u00a0` : text,
    ...(size !== undefined && { size }),
    ...((strong || tone) && { bold: true }),
    ...(soft && { color: softColor }),
    ...(href !== undefined && { color: '2350C4' }),
    ...(tone && { color: tone[1], shading: { type: ShadingType.CLEAR, fill: tone[0] } }),
  })
  return href === undefined ? run : new ExternalHyperlink({ link: href, children: [run] })
}
