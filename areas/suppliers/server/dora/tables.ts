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
  'B_03.02': ['c0010', 'c0020', 'c0030', 'c0045'],
  'B_03.03': ['c0010', 'c0020', 'c0031'],
  'B_04.01': ['c0010', 'c0020', 'c0030', 'c0040'],
  'B_05.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100', 'c0110', 'c0120'],
  'B_05.02': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070'],
  'B_06.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100'],
  'B_07.01': ['c0010', 'c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090', 'c0100', 'c0110', 'c0120'],
  'B_99.01': Array.from({ length: 19 }, (_, n) => `c${String((n + 1) * 10).padStart(4, '0')}`),
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TableName = keyof typeof tables
/** A row by its columns; what is not said is empty. */
export type TableRow = Readonly<Record<string, string | number | null>>
export type Register = Readonly<Partial<Record<TableName, readonly TableRow[]>>>

export const tableNames = Object.keys(tables) as TableName[]

/** A cell of a CSV file (RFC 4180). */
const cell = (value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lines = (rows: readonly (readonly (string | number | null | undefined)[])[]) => rows.map((row) => `${row.map(cell).join(',')}\n`).join('')

/** A table as its file in the package. */
export const csvOf = (name: TableName, rows: readonly TableRow[]): string =>
  lines([tables[name], ...rows.map((row) => tables[name].map((column) => row[column]))])

export interface Reported {
  readonly lei: string | null
  readonly currency: string | null
  readonly day: string
}

/** The files of a package: its tables, what they are about, and which of them say something. */
export function packageOf(register: Register, { lei, currency, day }: Reported): { readonly name: string; readonly content: readonly string[] }[] {
  const folder = `${lei ?? 'LEI'}.IND_DORA_${day}`
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
      lines([['templateID', 'reported'], ...tableNames.map((name) => [name, (register[name] ?? []).length > 0 ? 'true' : 'false'] as const)]),
    ),
    ...tableNames.map((name) => file(`reports/${name.toLowerCase()}.csv`, csvOf(name, register[name] ?? []))),
  ]
}
