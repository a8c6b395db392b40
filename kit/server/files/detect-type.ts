import { fileTypeFromBuffer } from 'file-type'

const office = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'

/** What may be attached (FIL-07), by the ending of its name; images for texts and logos may also be webp (FIL-19). */
const mimes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: `${office}wordprocessingml.document`,
  xlsx: `${office}spreadsheetml.sheet`,
  pptx: `${office}presentationml.presentation`,
  odt: `${openDocument}text`,
  ods: `${openDocument}spreadsheet`,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
}

/** An entry that only this kind of package has, for those whose first bytes look like any other zip. */
const packageParts: Readonly<Record<string, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
  odt: `mimetype${openDocument}text`,
  ods: `mimetype${openDocument}spreadsheet`,
}

const textEndings = new Set(['txt', 'csv', 'eml'])

/** The MIME type of a file whose content is what its name says; null when it is not, or when such files are not taken. */
export async function detectType(name: string, content: Buffer): Promise<string | null> {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const mime = Object.hasOwn(mimes, ending) ? mimes[ending] : undefined
  if (!mime) return null
  // A text may begin like something else; what counts is that nothing in it is not text.
  if (textEndings.has(ending)) return isText(content) ? mime : null
  const found = (await fileTypeFromBuffer(content))?.ext
  const part = packageParts[ending]
  const matches =
    found === ending ||
    (found === 'jpg' && ending === 'jpeg') ||
    (found === 'cfb' && ending === 'msg') ||
    (found === 'zip' && part !== undefined && content.includes(part))
  return matches ? mime : null
}

const pictures = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The type of a picture by its content alone, whatever its name says; null for anything that a browser might run, such as SVG. */
export async function pictureType(content: Buffer): Promise<(typeof pictures)[number] | null> {
  const found = await fileTypeFromBuffer(content)
  return pictures.find((mime) => mime === found?.mime) ?? null
}

/** UTF-8, UTF-16 with its mark, or an 8-bit code page: no control characters but white space, in any of them. */
export function isText(content: Buffer): boolean {
  const utf16 = content.length >= 2 && ((content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff))
  // oxlint-disable-next-line no-control-regex
  const controls = /[\u0000-\u0008\u000b\u000e-\u001f]/
  return !controls.test(utf16 ? new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content) : content.toString('latin1'))
}
