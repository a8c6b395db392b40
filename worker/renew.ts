import { chmod, rename, stat, writeFile } from 'node:fs/promises'

/** Puts the new file in the place of the one that runs: whole, or not at all. What runs it starts it again. */
export async function putInPlace(path: string, file: Buffer): Promise<void> {
  const { mode } = await stat(path)
  const beside = `${path}.new`
  await writeFile(beside, file)
  await chmod(beside, mode)
  await rename(beside, path)
}
