import { fork } from 'node:child_process'

/** A cell as it was read; calendar days are dates at midnight UTC. */
export type ReadCell = string | number | boolean | Date | null

/** An Excel file that is broken, or too large once unpacked. */
export class UnreadableSheet extends Error {}

const limits = { milliseconds: 60_000, heapMegabytes: 512, unpackedBytes: 200 * 1024 * 1024 }

/**
 * The rows of a workbook's first sheet, read in a process of bounded memory and time, so that no file holds up or brings down the server. Not in a
 * thread: one cell far to the right makes the reader ask for more memory at once than a thread's limit can refuse without ending the whole process.
 */
export async function readSheetRows(content: Buffer): Promise<ReadCell[][]> {
  if (unpackedSize(content) > limits.unpackedBytes) throw new UnreadableSheet('Too large once unpacked')
  const reader = fork(new URL('./read-sheet-process.ts', import.meta.url), {
    serialization: 'advanced', execArgv: [`--max-old-space-size=${limits.heapMegabytes}`], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<ReadCell[][] | string>((resolve, reject) => {
      timer = setTimeout(() => resolve('Took too long'), limits.milliseconds)
      reader.once('message', (read) => resolve(read as ReadCell[][] | string))
      reader.once('error', reject)
      reader.once('exit', (code, signal) => (signal === 'SIGABRT' || code === 134 ? resolve('Needs too much memory') : reject(new Error(`The process that reads sheets ended with ${code ?? signal}`))))
      reader.send(content, (error) => error && reject(error))
    })
    if (typeof answer === 'string') throw new UnreadableSheet(answer)
    return answer
  } finally {
    clearTimeout(timer)
    reader.kill('SIGKILL')
  }
}

/** What a zip archive says of its size once unpacked, in bytes; infinite for what is not one. */
export function unpackedSize(content: Buffer): number {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 20 > content.length) return Number.POSITIVE_INFINITY
  let at = content.readUInt32LE(end + 16)
  let total = 0
  for (let entry = content.readUInt16LE(end + 10); entry > 0; entry -= 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return Number.POSITIVE_INFINITY
    total += content.readUInt32LE(at + 24)
    at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return total
}
