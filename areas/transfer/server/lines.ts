/** The longest line that is read: a picture, twice as long as it is, fits by far. */
const longest = 64 * 1024 ** 2

/** Of a line that has no end. */
export class TooLong extends Error {}

/** The lines of a text that comes in pieces, those of each piece together; what comes after the last end of a line is a line too. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(10)
    if (end < 0) {
      rest.push(chunk)
      length += chunk.length
      if (length > longest) throw new TooLong('A line has no end')
      continue
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8')
    rest = [chunk.subarray(end + 1)]
    length = chunk.length - end - 1
    yield text.split('\n')
  }
  if (length > 0) yield [Buffer.concat(rest).toString('utf8')]
}

export async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
