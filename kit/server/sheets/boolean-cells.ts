import { isTrue } from './inspect-workbook.ts'
import { zipEntries } from './unzip.ts'
import { zip } from './zip.ts'

/** A cell that holds whether something is true: in words, where the reader of cells knows digits alone and refuses the whole file. */
const inWords = /(<c(?=[^>]*\st="b")[^>]*>(?:(?!<\/c>)[\s\S])*?<v[^>]*>)([^<01][^<]*)(?=<\/v>)/g

const plain = (xml: string) => xml.replaceAll(inWords, (_, head: string, value: string) => `${head}${isTrue(value) ? 1 : 0}`)

/** The workbook with digits for what is true or not; itself where it has them already. */
export async function withBooleanDigits(content: Buffer): Promise<Buffer> {
  const entries = zipEntries(content) ?? []
  const changed = new Map<string, string>()
  for (const { name, read } of entries) {
    if (!/worksheets\/[^/]*\.xml$/i.test(name)) continue
    const xml = read().toString('utf8')
    if (xml.search(inWords) >= 0) changed.set(name, plain(xml))
  }
  if (changed.size === 0) return content
  // Parts that are no XML are not read for their cells.
  const parts = entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name))
  const chunks: Buffer[] = []
  for await (const chunk of zip(parts.map(({ name, read }) => ({ name, content: [changed.get(name) ?? read().toString('utf8')] })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
