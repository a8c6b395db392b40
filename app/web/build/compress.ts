import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes compressed twins (`.br`, `.gz`) beside the text files of the build: the server sends them and never compresses itself. */
export function compress(): Plugin {
  return {
    name: 'vigie:compress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|css|html|svg|json)$/.test(name))) {
        const whole = readFileSync(join(dir, file))
        writeFileSync(join(dir, `${file}.gz`), gzipSync(whole, { level: 9 }))
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
      }
    },
  }
}
