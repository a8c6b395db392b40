import { readSheet } from 'read-excel-file/node'

process.once('message', (content: Uint8Array) => void answer(content))

async function answer(content: Uint8Array): Promise<void> {
  // Whatever a broken file makes the reader throw is the file's fault, and is answered as a text.
  process.send?.(await readSheet(Buffer.from(content)).catch(String))
}
