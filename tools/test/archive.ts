import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZipFile } from '#kit/server/files/zip-file.ts'

/** What a zip archive holds, all of it in memory: for small ones. */
export async function membersOf(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const path = join(tmpdir(), `${randomUUID()}.zip`)
  await writeFile(path, archive)
  const zip = await ZipFile.open(path, { bytes: 1024 ** 3, members: 100_000, ratio: 1_100 })
  try {
    const members = new Map<string, Buffer>()
    for (const name of zip.members.keys()) {
      const chunks: Buffer[] = []
      for await (const chunk of zip.read(name)) chunks.push(chunk)
      members.set(name, Buffer.concat(chunks))
    }
    return members
  } finally {
    await zip.close()
    await rm(path, { force: true })
  }
}
