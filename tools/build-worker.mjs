/** `npm run build-worker`: writes the worker as one file that needs Node alone, dist/vigie-worker.mjs; `node tools/build-worker.mjs FOLDER` writes it elsewhere. */
import { join } from 'node:path'
import { root } from './setup.mjs'
import { writeWorker } from './write-worker.mjs'

await writeWorker(process.argv[2] ?? join(root, 'dist'))
