import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-commands-'))
  writeFileSync(join(folder, 'text.tar.gz'), 'This is no archive')
  const tar = (path: string, size: string) => {
    const bytes = Buffer.alloc(100_000, 'vigie')
    bytes.fill(0, 0, 512)
    bytes.write(path, 0)
    bytes.write(size, 124)
    bytes.write('ustar', 257)
    return gzipSync(bytes, { level: 0 })
  }
  writeFileSync(join(folder, 'other.tar.gz'), tar('etc/passwd', '00000000000'))
  writeFileSync(join(folder, 'half.tar.gz'), tar('data/proof', '00000200000').subarray(0, 40_000))
  writeFileSync(join(folder, 'audit.jsonl'), '{"seq"')
  mkdirSync(join(folder, 'used'))
  writeFileSync(join(folder, 'used', 'key'), 'x')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string) => join(folder, name)

test.each([
  ['restore', [], {}, 'Usage: npm run restore -- <archive>'],
  ['restore', ['none.tar.gz'], {}, 'There is no file FOLDER/none.tar.gz.'],
  ['restore', ['text.tar.gz'], {}, 'FOLDER/text.tar.gz is not a backup of Vigie, or it is damaged. Nothing was restored.'],
  ['restore', ['half.tar.gz'], {}, 'FOLDER/half.tar.gz is incomplete: it ends too early. Nothing was restored.'],
  ['restore', ['other.tar.gz'], {}, 'FOLDER/other.tar.gz is not a backup of Vigie.'],
  ['restore', ['half.tar.gz'], { VIGIE_DATA: 'used' }, 'FOLDER/used is not empty. Move it away first: a restore never overwrites.'],
  ['backup', ['x.tar.gz'], {}, 'There is no installation in FOLDER/data. Set VIGIE_DATA to its folder, or DATABASE_URL.'],
  ['reseal', [], {}, 'There is no installation in FOLDER/data. Set VIGIE_DATA to its folder, or DATABASE_URL.'],
  ['reseal', [], { DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' }, 'The database does not answer at 127.0.0.1:9 (ECONNREFUSED).'],
  ['verify-audit', [], { DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' }, 'The database does not answer at 127.0.0.1:9 (ECONNREFUSED).'],
  ['verify-audit', [], {}, 'There is no installation in FOLDER/data. Set VIGIE_DATA to its folder, or DATABASE_URL.'],
  ['verify-audit', ['--file', 'none.jsonl'], {}, 'There is no file FOLDER/none.jsonl.'],
  ['verify-audit', ['--file', 'audit.jsonl'], {}, 'Line 1 of FOLDER/audit.jsonl is not an audit entry.'],
])('%s %j with %j says why it cannot, and changes nothing', (tool, args, settings, message) => {
  const before = readdirSync(folder).toSorted()
  const env = {
    PATH: process.env.PATH,
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    VIGIE_DATA: inFolder('data'),
    ...settings,
    ...('VIGIE_DATA' in settings && { VIGIE_DATA: inFolder(settings.VIGIE_DATA ?? '') }),
  }
  const files = args.map((each) => (each.startsWith('--') ? each : inFolder(each)))
  const { status, stdout, stderr } = spawnSync(process.execPath, [`app/commands/${tool}.ts`, ...files], {
    env: { ...env, VIGIE_KEY: '0'.repeat(64) },
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([1, '', `${message.replace('FOLDER', folder)}\n`])
  expect(readdirSync(folder).toSorted()).toEqual(before)
  expect(existsSync(inFolder('data'))).toBe(false)
})
