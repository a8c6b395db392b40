import { readFileSync } from 'node:fs'
import type { ReportDocument, ReportPicture } from '#kit/contract/report.ts'
import { drawable, readFaces } from './font.ts'
import { prepareReport } from './prepare.ts'
import { loadNative, setNative, setPortable, type Sources } from './typst.ts'

const template = '/main.typ'

/** Where words longer than a cell is wide may break; said in the text, since a rule of the template nests once for each of them and ends at some depth. */
const parted = (text: string): string => text.replaceAll(/[^\s\u200b]{18}(?=[^\s\u200b\p{M}])/gu, '$&\u200b')

/** The PDF of a report, tagged; without a glyph, a scheme or a package that it does not hold itself. */
export async function drawPdf(report: ReportDocument, how: 'fastest' | 'portable' = 'fastest'): Promise<Uint8Array> {
  const faces = readFaces()
  const [first] = faces
  if (!first) throw new Error('Reports have no font')
  const { logo, ...doc } = await prepareReport(report, drawable(first), parted)
  const files: [string, Buffer][] = []
  const keep = ({ bytes, mime }: ReportPicture): string => {
    const path = `/picture-${files.length}.${mime === 'image/png' ? 'png' : 'jpg'}`
    files.push([path, Buffer.from(bytes)])
    return path
  }
  const blocks = doc.blocks.map((block) => {
    if (block.kind !== 'picture') return block
    const { picture, ...rest } = block
    return { ...rest, file: keep(picture) }
  })
  const json = JSON.stringify({ ...doc, ...(logo && { logo_file: keep(logo) }), blocks })
  const sources: Sources = [[template, readFileSync(new URL('template.typ', import.meta.url))], ['/report.json', Buffer.from(json)], ...files]
  const native = how === 'fastest' ? loadNative() : null
  return native ? setNative(native, template, faces, sources) : setPortable(template, faces, sources)
}
