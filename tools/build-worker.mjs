/** `npm run build-worker`: writes the worker as one file that needs Node alone, dist/vigie-worker.mjs; `node tools/build-worker.mjs FOLDER` writes it elsewhere. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './setup.mjs'

const folder = process.argv[2] ?? join(root, 'dist')
const bundle = await rolldown({ input: join(root, 'worker/main.ts'), cwd: root, platform: 'node', external: /^node:/, logLevel: 'warn' })
await bundle.write({ file: join(folder, 'vigie-worker.mjs'), format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false })
await bundle.close()
chmodSync(join(folder, 'vigie-worker.mjs'), 0o755)
