type Row = Readonly<Record<string, unknown>>

/** A value of a row, also within another: `perimeter.name`. */
export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Row)[name] : undefined), row)

/** What stands in a cell: a name where a row is named, names of several, otherwise the value itself. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object') return String(value)
  const { name, id } = value as Row
  return name === undefined ? JSON.stringify(value) : textOf(name ?? id)
}

/** What a terminal would take for a command of its own is left out: names come from whoever wrote them. */
// oxlint-disable-next-line no-control-regex
export const plain = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')

/** Columns of one width, each at most forty characters. */
export function table(fields: readonly string[], rows: readonly Row[]): string {
  const cells = [fields, ...rows.map((row) => fields.map((field) => plain(textOf(valueAt(row, field)))))].map((line) =>
    line.map((text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)),
  )
  const widths = fields.map((_, n) => Math.max(...cells.map((line) => line[n]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((text, n) => text.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One line of CSV (RFC 4180). What a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(values: readonly unknown[]): string {
  const cell = (value: unknown) => {
    const text = textOf(value)
    const safe = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `${values.map(cell).join(',')}\r\n`
}
