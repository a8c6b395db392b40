import { Transformer } from '@napi-rs/image'
import type { Redrawn } from '#kit/server/files/redraw-picture.ts'

/** Whether a point of the unit square is inked. */
type Sign = (x: number, y: number) => boolean

/** A T laid of rounded tiles. */
const tiles: Sign = (x, y) => {
  const [column, row] = [Math.floor(x * 3), Math.floor(y * 3)]
  if (row > 0 && column !== 1) return false
  const [left, top] = [Math.abs(x * 3 - column - 0.5), Math.abs(y * 3 - row - 0.5)]
  const [half, corner] = [0.44, 0.14]
  return Math.hypot(Math.max(0, left - half + corner), Math.max(0, top - half + corner)) <= corner
}

/** A sun over two waves. */
const sun: Sign = (x, y) => {
  if (Math.hypot(x - 0.5, y - 0.5) > 0.49) return false
  const wave = (height: number) => Math.abs(y - height - 0.04 * Math.sin(x * 3 * Math.PI)) < 0.035
  return !wave(0.58) && !wave(0.76)
}

export const logoSigns = { tiles, sun } as const
export type LogoSign = keyof typeof logoSigns

const side = 256
/** Points looked at for each pixel, in each direction: what makes edges smooth. */
const fine = 4

/** A logo in one colour on nothing, as an organisation would have sent it. */
export async function drawLogo(sign: LogoSign, color: string): Promise<Redrawn> {
  const ink = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const pixels = Buffer.alloc(side * side * 4)
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)]
    let inked = 0
    for (let n = 0; n < fine * fine; n += 1)
      if (logoSigns[sign]((x + ((n % fine) + 0.5) / fine) / side, (y + (Math.floor(n / fine) + 0.5) / fine) / side)) inked += 1
    pixels.set([...ink, Math.round((inked * 255) / (fine * fine))], at * 4)
  }
  return { bytes: await Transformer.fromRgbaPixels(pixels, side, side).png(), mime: 'image/png' }
}
