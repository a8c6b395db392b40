import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Portable from '@myriaddreamin/typst-ts-web-compiler'

/** What a document is set from: files by their path, the template and all that it names. */
export type Sources = readonly (readonly [path: string, content: Buffer])[]

/** What is used of the compiler as a binary. */
interface Native {
  readonly NodeCompiler: {
    create(how: { workspace: string; fontArgs: readonly { fontBlobs: readonly Buffer[] }[] }): {
      mapShadow(path: string, content: Buffer): void
      compile(what: { mainFilePath: string }): { readonly result: object | null; takeError(): { readonly shortDiagnostics: unknown } | null }
      pdf(result: object, how: { pdfStandard: 'ua-1' | '1.7' }): Uint8Array
    }
  }
}

// The package that chooses among the binaries names some that were never published, so that nothing can be installed by its lockfile.
const binaries = ['@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu', '@myriaddreamin/typst-ts-node-compiler-linux-x64-musl']

/** Where there is a binary for the machine. */
export function loadNative(): Native | null {
  const require = createRequire(import.meta.url)
  for (const name of binaries) {
    try {
      return require(name) as Native
    } catch {
      // The next one, or none.
    }
  }
  return null
}

/** The PDF of a template, tagged; as PDF/UA where the text allows it. */
export function setNative({ NodeCompiler }: Native, main: string, faces: readonly Buffer[], sources: Sources): Uint8Array {
  // A workspace without files: the template reads what it was given and nothing of the machine.
  const workspace = '/nowhere'
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...faces] }] })
  for (const [path, content] of sources) compiler.mapShadow(`${workspace}${path}`, content)
  const compiled = compiler.compile({ mainFilePath: `${workspace}${main}` })
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
export async function setPortable(main: string, faces: readonly Buffer[], sources: Sources): Promise<Uint8Array> {
  const { default: init, TypstCompilerBuilder }: typeof Portable = await import('@myriaddreamin/typst-ts-web-compiler')
  await init({ module_or_path: readFileSync(createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) })
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  for (const face of faces) await builder.add_raw_font(face)
  const compiler = await builder.build()
  for (const [path, content] of sources) compiler.map_shadow(path, content)
  const answer = compiler.compile(main, undefined, 'pdf', 1) as { readonly result?: Uint8Array; readonly diagnostics?: unknown }
  if (!answer.result) throw new Error(`The report was not set: ${JSON.stringify(answer.diagnostics ?? null)}`)
  return answer.result
}
