import { attribute, placeOf, tags, text } from './inspect-workbook.ts'
import { zipEntries } from './unzip.ts'

/** The colours that cells are filled with, `#RRGGBB` by row and column from 0: `2:5`. */
export type Fills = ReadonlyMap<string, string>

/** The fills of one sheet of a workbook; what has none, or one that is told in a way nobody uses any more, is not named. */
export function cellFills(content: Buffer, sheet: string): Fills {
  const entries = zipEntries(content) ?? []
  const part = (name: string) => text(entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase()))
  const id = tags(part('xl/workbook.xml'), 'sheet').find((tag) => attribute(tag, 'name') === sheet)
  const target = tags(part('xl/_rels/workbook.xml.rels'), 'Relationship').find((tag) => attribute(tag, 'Id') === attribute(id ?? '', 'r:id'))
  const path = attribute(target ?? '', 'Target')
  const styles = fillsOfStyles(part('xl/styles.xml'), themeColours(part('xl/theme/theme1.xml')))
  const fills = new Map<string, string>()
  for (const tag of tags(part(path.startsWith('/') ? path.slice(1) : `xl/${path}`), 'c')) {
    const colour = styles[Number(attribute(tag, 's') || -1)]
    if (colour) fills.set(placeOf(attribute(tag, 'r')).join(':'), colour)
  }
  return fills
}

/** By the index of a cell's style. */
function fillsOfStyles(xml: string, theme: readonly string[]): readonly (string | null)[] {
  const fills = [...(/<fills[\s>][\s\S]*?<\/fills>/.exec(xml)?.[0].matchAll(/<fill>([\s\S]*?)<\/fill>|<fill\/>/g) ?? [])].map(([, body = '']) => {
    const colour = tags(body, 'fgColor')[0]
    if (colour === undefined || attribute(tags(body, 'patternFill')[0] ?? '', 'patternType') === 'none') return null
    const rgb = attribute(colour, 'rgb')
    if (/^[0-9a-f]{6,8}$/i.test(rgb)) return `#${rgb.slice(-6)}`
    const base = theme[Number(attribute(colour, 'theme') || -1)]
    return base === undefined ? null : tinted(base, Number(attribute(colour, 'tint') || 0))
  })
  const cells = /<cellXfs[\s>][\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? ''
  return tags(cells, 'xf').map((tag) => fills[Number(attribute(tag, 'fillId') || 0)] ?? null)
}

/** In the order in which cells count them, which is not that of the theme: light comes before dark. */
function themeColours(xml: string): readonly string[] {
  return ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'].map((name) => {
    const body = new RegExp(`<a:${name}>([\\s\\S]*?)</a:${name}>`).exec(xml)?.[1] ?? ''
    return /lastClr="([0-9a-fA-F]{6})"/.exec(body)?.[1] ?? /val="([0-9a-fA-F]{6})"/.exec(body)?.[1] ?? 'FFFFFF'
  })
}

/** Spreadsheets lighten or darken a colour of the theme by its luminance; they count it, as hue and saturation, in whole steps up to 240. */
function tinted(hex: string, tint: number): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const spread = most - least
  const sixths = spread === 0 ? 0 : most === red ? (green - blue) / spread + 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4
  const stepped = (share: number) => Math.round(share * 240)
  const lightness = stepped((most + least) / 2)
  const hue = stepped((sixths % 6) / 6) / 240
  const saturation = stepped(spread === 0 ? 0 : spread / (1 - Math.abs(most + least - 1))) / 240
  const lit = Math.round(tint < 0 ? lightness * (1 + tint) : lightness * (1 - tint) + 240 * tint) / 240
  const reach = saturation * Math.min(lit, 1 - lit)
  // Red, green and blue stand four twelfths of the colour wheel apart.
  const channels = [0, 8, 4].map((twelfth) => {
    const place = (twelfth + hue * 12) % 12
    const value = lit - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`.toUpperCase()
}
