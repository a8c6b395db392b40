import { readFileSync } from 'node:fs'

const faces = ['400Regular/Inter_400Regular', '400Regular_Italic/Inter_400Regular_Italic', '600SemiBold/Inter_600SemiBold', '700Bold/Inter_700Bold'] as const

/** The faces of a report, whole: regular, italic, half bold, bold. */
export const readFaces = () => faces.map((face) => readFileSync(new URL(import.meta.resolve(`@expo-google-fonts/inter/${face}.ttf`))))

/** The code points that a font draws, by its `cmap` table (format 12, else 4). */
export function drawnBy(font: Buffer): (code: number) => boolean {
  const tables = font.readUInt16BE(4)
  const cmap = Array.from({ length: tables }, (_, n) => 12 + n * 16).find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (cmap === undefined) throw new Error('The font has no map of characters')
  const start = font.readUInt32BE(cmap + 8)
  const maps = Array.from({ length: font.readUInt16BE(start + 2) }, (_, n) => start + font.readUInt32BE(start + 4 + n * 8 + 4))
  const wide = maps.find((at) => font.readUInt16BE(at) === 12)
  const ranges = wide === undefined ? narrowRanges(font, maps.find((at) => font.readUInt16BE(at) === 4) ?? start) : wideRanges(font, wide)
  return (code) => ranges.some(([from, to]) => code >= from && code <= to)
}

const wideRanges = (font: Buffer, at: number): [number, number][] =>
  Array.from({ length: font.readUInt32BE(at + 12) }, (_, n) => at + 16 + n * 12).map((group) => [font.readUInt32BE(group), font.readUInt32BE(group + 4)])

function narrowRanges(font: Buffer, at: number): [number, number][] {
  const count = font.readUInt16BE(at + 6) / 2
  return Array.from({ length: count }, (_, n): [number, number] => [font.readUInt16BE(at + 16 + count * 2 + n * 2), font.readUInt16BE(at + 14 + n * 2)]).filter(
    ([from]) => from !== 0xffff,
  )
}

/** Puts a sign that the font has in place of what it does not draw, so that a reader sees that something stood there. */
export function drawable(font: Buffer): (text: string) => string {
  const has = drawnBy(font)
  const known = new Map<string, boolean>()
  const drawn = (sign: string): boolean => {
    const answer = known.get(sign) ?? has(sign.codePointAt(0) ?? 0)
    known.set(sign, answer)
    return answer
  }
  return (text) => (/^[ -~\n]*$/.test(text) ? text : Array.from(text, (sign) => (sign === '\n' || drawn(sign) ? sign : '\u25a1')).join(''))
}
