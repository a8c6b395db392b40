import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { ReportDocument, ReportPicture } from '#kit/contract/report.ts'
import { drawable, readFaces } from './font.ts'
import { prepareReport } from './prepare.ts'

const template = '/main.typ'
/** The report as the template reads it, and the files that it names. */
type Shadow = readonly (readonly [path: string, content: Buffer])[]

/** The PDF of a report, tagged; without a glyph, a scheme or a package that it does not hold itself. */
export async function drawPdf(report: ReportDocument): Promise<Uint8Array> {
  const faces = readFaces()
  const [first] = faces
  if (!first) throw new Error('Reports have no font')
  const { logo, ...doc } = await prepareReport(report, drawable(first))
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
  const shadow: Shadow = [
    [template, readFileSync(new URL('template.typ', import.meta.url))],
    ['/report.json', Buffer.from(json)],
    ...files,
  ]
  const native = await import('@myriaddreamin/typst-ts-node-compiler').catch(() => null)
  return native ? drawNative(native, faces, shadow) : drawPortable(faces, shadow)
}

type Native = typeof import('@myriaddreamin/typst-ts-node-compiler')

function drawNative({ NodeCompiler }: Native, faces: Buffer[], shadow: Shadow): Uint8Array {
  // A workspace without files: the template reads what it was given and nothing of the machine.
  const compiler = NodeCompiler.create({ workspace: '/nowhere', fontArgs: [{ fontBlobs: faces }] })
  for (const [path, content] of shadow) compiler.mapShadow(`/nowhere${path}`, content)
  const compiled = compiler.compile({ mainFilePath: `/nowhere${template}` })
  const { result } = compiled
  if (!result) throw new Error(`The report was not set: ${JSON.stringify(compiled.takeError()?.shortDiagnostics ?? null)}`)
  try {
    return compiler.pdf(result, { pdfStandard: 'ua-1' })
  } catch {
    // Less accessible is better than none.
    return compiler.pdf(result, { pdfStandard: '1.7' })
  }
}

/** The same on machines for which there is no binary, a second slower and without the marks of PDF/UA. */
export async function drawPortable(faces: readonly Buffer[], shadow: Shadow): Promise<Uint8Array> {
  const { default: init, TypstCompilerBuilder } = (await import('@myriaddreamin/typst-ts-web-compiler')) as typeof import('@myriaddreamin/typst-ts-web-compiler') & {
    default: (options: { module_or_path: BufferSource }) => Promise<unknown>
  }
  await init({ module_or_path: readFileSync(createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) })
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  for (const face of faces) await builder.add_raw_font(face)
  const compiler = await builder.build()
  for (const [path, content] of shadow) compiler.map_shadow(path, content)
  const answer = compiler.compile(template, undefined, 'pdf', 1) as { readonly result?: Uint8Array; readonly diagnostics?: unknown }
  if (!answer.result) throw new Error(`The report was not set: ${JSON.stringify(answer.diagnostics ?? null)}`)
  return answer.result
}
