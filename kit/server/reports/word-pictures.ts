import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { ImageRun } from 'docx'
import type { ReportPicture } from '#kit/contract/report.ts'
import type { DrawnBlock } from './prepare.ts'

let ready: Promise<void> | undefined
const renderer = () => (ready ??= readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))).then((wasm) => initWasm(wasm)))

/** A chart as paths, which need no font where they are read, with pixels for readers that draw none. */
export async function drawing(
  { svg, width, height, alt }: Extract<DrawnBlock, { kind: 'drawing' }>,
  faces: readonly Buffer[],
  wide: number,
): Promise<ImageRun> {
  await renderer()
  const resvg = new Resvg(svg, { font: { fontBuffers: [...faces], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' }, fitTo: { mode: 'zoom', value: 2 } })
  const [paths, pixels] = [resvg.toString(), resvg.render().asPng()]
  const transformation = { width: Math.round(wide), height: Math.round((wide * height) / width) }
  return new ImageRun({
    type: 'svg',
    data: Buffer.from(paths),
    fallback: { type: 'png', data: pixels },
    transformation,
    altText: { name: alt, description: alt, title: alt },
  })
}

/** A picture as wide as asked, in pixels, in its own proportions, but no higher than said. */
export function picture({ bytes, mime }: ReportPicture, widest: number, alt: string, highest = Infinity): ImageRun {
  const { width: w, height: h } = sizeOf(bytes, mime)
  const width = Math.min(widest, (highest * w) / h)
  const kind = mime === 'image/png' ? 'png' : 'jpg'
  return new ImageRun({
    type: kind,
    data: bytes,
    transformation: { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round((width * h) / w)) },
    altText: { name: alt, description: alt, title: alt },
  })
}

/** Pixels of a picture that this server drew: a PNG says them first, a JPEG in its frame's header. */
function sizeOf(bytes: Uint8Array, mime: ReportPicture['mime']): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (mime === 'image/png') return { width: view.getUint32(16), height: view.getUint32(20) }
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xc3) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return { width: 4, height: 3 }
}
