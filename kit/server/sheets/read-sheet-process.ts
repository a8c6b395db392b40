import { readSheet } from 'read-excel-file/node'

process.once('message', async (content: Uint8Array) => {
  // Whatever a broken file makes the reader throw is the file's fault, and is answered as a text.
  const answer = await readSheet(Buffer.from(content)).catch(String)
  process.send?.(answer)
})
