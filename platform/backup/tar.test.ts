import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTar } from './tar.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tar-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gigabyte = 2 ** 30

/** The header of an archive of one file, of so many bytes that none of them is on the disk. */
async function headerOf(size: number): Promise<Buffer | undefined> {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  truncateSync(file, size)
  const entries = async function* () {
    yield { path: 'file', file }
  }
  const parts = writeTar(entries())
  try {
    return (await parts.next()).value as Buffer | undefined
  } finally {
    await parts.return(undefined)
  }
}

test('a file of many gigabytes keeps its size, and one that the format cannot say is refused by name', async () => {
  const header = await headerOf(20 * gigabyte)
  expect(Number.parseInt(header?.toString('latin1', 124, 136) ?? '', 8)).toBe(20 * gigabyte)
  await expect(headerOf(64 * gigabyte)).rejects.toThrow('The file is too large for a backup: file')
})
