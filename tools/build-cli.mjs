/** `npm run build-cli`: writes the command line as one file that needs Node alone, dist/vigie.mjs; `node tools/build-cli.mjs FOLDER` writes it elsewhere. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './setup.mjs'

const folder = process.argv[2] ?? join(root, 'dist')
const bundle = await rolldown({ input: join(root, 'clients/cli/main.ts'), cwd: root, platform: 'node', external: /^node:/, logLevel: 'warn' })
await bundle.write({ file: join(folder, 'vigie.mjs'), format: 'esm', banner: '#!/usr/bin/env node' })
await bundle.close()
chmodSync(join(folder, 'vigie.mjs'), 0o755)
