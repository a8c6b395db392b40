import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes compressed twins (`.br`, `.gz`) beside the text files of the build: the server sends them and never compresses itself. As many at once as there are threads. */
export function compress(): Plugin {
  return {
    name: 'vigie:compress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|css|html|svg|json)$/.test(name))
      await Promise.all(
        files.map(async (file) => {
          const whole = await readFile(join(dir, file))
          const twins = [zip(whole, { level: 9 }), brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })]
          const [gz = whole, br = whole] = await Promise.all(twins)
          await Promise.all([writeFile(join(dir, `${file}.gz`), gz), writeFile(join(dir, `${file}.br`), br)])
        }),
      )
    },
  }
}
