/**
 * Writes the server as one file, with what it loads later beside it, and the worker that it serves: to find and read two thousand modules takes longer than to run them. `node tools/build-server.mjs [stamp]`
 * notes in a file of which modules it is made.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { builtServer, root, stateOf } from './setup.mjs'
import { writeWorker } from './write-worker.mjs'

const out = join(root, dirname(builtServer))
const pathOf = (id) => relative(root, id).split(sep).join('/')

/** Packages of hundreds of small files; all others are found where they are installed. */
const within = /^(?:kysely|zod)(?:\/|$)/
const isOurs = (id) => id.startsWith(root) && !pathOf(id).startsWith('node_modules/')

/** Modules go on finding what stands beside them, programs of their own included, which start from their source. */
const inPlace = {
  name: 'vigie:in-place',
  transform(code, id) {
    if (!isOurs(id) || !code.includes('import.meta.')) return null
    const from = relative(out, id).split(sep).join('/')
    const placed = code
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(from)}`)})`)
    return { code: placed, map: null }
  },
}

const bundle = await rolldown({
  input: { main: join(root, 'app/server/main.ts') },
  cwd: root,
  platform: 'node',
  external: (id) => !/^[.#/\0]/.test(id) && !id.startsWith(root) && !within.test(id),
  plugins: [inPlace],
  logLevel: 'warn',
})
const { output } = await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', cleanDir: true })
await bundle.close()

const [, , stamp] = process.argv
const server = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
const modules = [...server, ...(await writeWorker(join(root, 'dist')))].filter(isOurs)
if (stamp) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(
    stamp,
    JSON.stringify(Object.fromEntries(['package-lock.json', 'tools/build-server.mjs', ...modules.map(pathOf)].map((file) => [file, stateOf(file)]))),
  )
}
