/** The tables of the register of information (Implementing Regulation (EU) 2024/2956), with their columns as the files of the authorities' package call them. */
export const tables = {
  'B_01.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060'],
  'B_01.02': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100', 'c0110'],
  'B_01.03': ['c0010', 'c0020', 'c0030', 'c0040'],
  'B_02.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050'],
  'B_02.02': [
    'c0010',
    'c0020',
    'c0030',
    'c0040',
    'c0050',
    'c0060',
    'c0070',
    'c0080',
    'c0090',
    'c0100',
    'c0110',
    'c0120',
    'c0130',
    'c0140',
    'c0150',
    'c0160',
    'c0170',
    'c0180',
  ],
  'B_02.03': ['c0010', 'c0020', 'c0030'],
  'B_03.01': ['c0010', 'c0020', 'c0030'],
  'B_03.02': ['c0010', 'c0020', 'c0030'],
  'B_03.03': ['c0010', 'c0020', 'c0031'],
  'B_04.01': ['c0010', 'c0020', 'c0030', 'c0040'],
  'B_05.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100', 'c0110', 'c0120'],
  'B_05.02': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070'],
  'B_06.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100'],
  'B_07.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100', 'c0110', 'c0120'],
  'B_99.01': Array.from({ length: 19 }, (_, n) => `c${String((n + 1) * 10).padStart(4, '0')}`),
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TableName = keyof typeof tables

/** What tells the rows of a table apart: none of these columns is empty, and no two rows have the same in all of them. */
export const keys = {
  'B_01.01': ['c0010'],
  'B_01.02': ['c0010'],
  'B_01.03': ['c0010', 'c0020'],
  'B_02.01': ['c0010'],
  'B_02.02': ['c0010', 'c0020', 'c0030', 'c0050', 'c0060', 'c0130', 'c0150', 'c0160'],
  'B_02.03': ['c0010', 'c0020'],
  'B_03.01': ['c0010', 'c0020'],
  'B_03.02': ['c0010', 'c0020'],
  'B_03.03': ['c0010', 'c0020'],
  'B_04.01': ['c0010', 'c0020', 'c0040'],
  'B_05.01': ['c0010'],
  'B_05.02': ['c0010', 'c0020', 'c0030', 'c0060'],
  'B_06.01': ['c0010', 'c0040'],
  'B_07.01': ['c0010', 'c0020', 'c0040'],
  'B_99.01': [],
} as const satisfies Readonly<Record<TableName, readonly string[]>>

/** What a row names in another table: the columns of both, in the same order. */
export const references: readonly { readonly from: TableName; readonly columns: readonly string[]; readonly to: TableName; readonly key: readonly string[] }[] =
  [
    { from: 'B_01.02', columns: ['c0060'], to: 'B_01.02', key: ['c0010'] },
    { from: 'B_02.01', columns: ['c0030'], to: 'B_02.01', key: ['c0010'] },
    { from: 'B_02.02', columns: ['c0010'], to: 'B_02.01', key: ['c0010'] },
    { from: 'B_02.02', columns: ['c0020'], to: 'B_01.02', key: ['c0010'] },
    { from: 'B_02.02', columns: ['c0010', 'c0030'], to: 'B_03.02', key: ['c0010', 'c0020'] },
    { from: 'B_02.02', columns: ['c0010', 'c0020'], to: 'B_04.01', key: ['c0010', 'c0020'] },
    { from: 'B_02.02', columns: ['c0050', 'c0020'], to: 'B_06.01', key: ['c0010', 'c0040'] },
    { from: 'B_03.01', columns: ['c0010'], to: 'B_02.01', key: ['c0010'] },
    { from: 'B_03.01', columns: ['c0020'], to: 'B_01.02', key: ['c0010'] },
    { from: 'B_03.02', columns: ['c0010'], to: 'B_02.01', key: ['c0010'] },
    { from: 'B_03.02', columns: ['c0020'], to: 'B_05.01', key: ['c0010'] },
    { from: 'B_04.01', columns: ['c0010'], to: 'B_02.01', key: ['c0010'] },
    { from: 'B_04.01', columns: ['c0020'], to: 'B_01.02', key: ['c0010'] },
    { from: 'B_05.01', columns: ['c0110'], to: 'B_05.01', key: ['c0010'] },
    { from: 'B_05.02', columns: ['c0010', 'c0020'], to: 'B_02.02', key: ['c0010', 'c0060'] },
    { from: 'B_05.02', columns: ['c0030'], to: 'B_05.01', key: ['c0010'] },
    { from: 'B_05.02', columns: ['c0060'], to: 'B_05.01', key: ['c0010'] },
    { from: 'B_06.01', columns: ['c0040'], to: 'B_01.02', key: ['c0010'] },
    { from: 'B_07.01', columns: ['c0010', 'c0020', 'c0040'], to: 'B_02.02', key: ['c0010', 'c0030', 'c0060'] },
  ]
/** A row by its columns; what is not said is empty. */
export type TableRow = Readonly<Record<string, string | number | null>>
export type Register = Readonly<Partial<Record<TableName, readonly TableRow[]>>>

export const tableNames = Object.keys(tables) as TableName[]

/** A cell of a CSV file (RFC 4180). */
const cell = (value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lines = (rows: readonly (readonly (string | number | null | undefined)[])[]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** A table as its file in the package. */
export const csvOf = (name: TableName, rows: readonly TableRow[]): string =>
  lines([tables[name], ...rows.map((row) => tables[name].map((column) => row[column]))])

export interface Filing {
  readonly lei: string | null
  readonly country: string | null
  readonly currency: string | null
  /** The reference date. */
  readonly day: string
  /** When the package is made. */
  readonly at: Date
}

/** Files are called after who reports, where, which module (DORA 1.1.0), the reference date and the moment of their making. */
export const packageName = ({ lei, country, day, at }: Filing): string =>
  `${lei ?? 'LEI'}.IND_${country ?? 'XX'}_DORA010100_DORA_${day}_${at.toISOString().replaceAll(/\D/g, '').slice(0, 17)}`

/** The files of a package in one folder of its name: its tables, and what they are about. */
export function packageOf(register: Register, filing: Filing): { readonly name: string; readonly content: readonly string[] }[] {
  const { lei, currency, day } = filing
  const folder = packageName(filing)
  const file = (name: string, content: string) => ({ name: `${folder}/${name}`, content: [content] })
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return [
    file('META-INF/reportPackage.json', json({ documentInfo: { documentType: 'https://xbrl.org/report-package/2023' } })),
    file(
      'reports/report.json',
      json({
        documentInfo: { documentType: 'https://xbrl.org/2021/xbrl-csv', extends: ['http://www.eba.europa.eu/eu/fr/xbrl/crr/fws/dora/4.0/mod/dora.json'] },
      }),
    ),
    file(
      'reports/parameters.csv',
      lines([
        ['name', 'value'],
        ['entityID', `rs:${lei ?? ''}.IND`],
        ['refPeriod', day],
        ['baseCurrency', `iso4217:${currency ?? 'EUR'}`],
        ['decimalsInteger', 0],
        ['decimalsMonetary', -3],
      ]),
    ),
    file(
      'reports/FilingIndicators.csv',
      // A table with nothing to report is there, without rows.
      lines([['templateID', 'reported'], ...tableNames.map((name) => [name, 'true'] as const)]),
    ),
    ...tableNames.map((name) => file(`reports/${name.toLowerCase()}.csv`, csvOf(name, register[name] ?? []))),
  ]
}
