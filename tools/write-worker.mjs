import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './setup.mjs'

/** Writes the worker as one file that needs Node alone, and answers of which modules it is made. */
export async function writeWorker(folder) {
  const file = join(folder, 'vigie-worker.mjs')
  const bundle = await rolldown({ input: join(root, 'worker/main.ts'), cwd: root, platform: 'node', external: /^node:/, logLevel: 'warn' })
  const { output } = await bundle.write({ file, format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false })
  await bundle.close()
  chmodSync(file, 0o755)
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}
