import { ExternalHyperlink, ShadingType, TextRun } from 'docx'
import type { ReportText, ReportTone } from '#kit/contract/report.ts'

export const inkColor = '14181F'
export const softColor = '5B6472'
/** What lies under and what stands in a badge. */
export const toneColors: Readonly<Record<ReportTone, readonly [back: string, front: string]>> = {
  success: ['E6F6EE', '13693F'],
  warning: ['FDF2DE', '8A5200'],
  danger: ['FDECEA', 'AB231C'],
  info: ['EDF2FE', '2350C4'],
  neutral: ['EEF0F3', '4A5260'],
}

/** Words of a line; `size` in half points. */
export function runOf({ text, href, badge, strong, soft }: ReportText, size?: number): TextRun | ExternalHyperlink {
  const tone = badge && toneColors[badge]
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
