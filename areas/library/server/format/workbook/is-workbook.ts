import { zipEntries } from '#kit/server/sheets/unzip.ts'

/** Whether an archive is a workbook of a spreadsheet. */
export const isWorkbook = (content: Buffer): boolean => zipEntries(content)?.some(({ name }) => /^xl\/workbook\.(xml|bin)$/i.test(name)) ?? false
