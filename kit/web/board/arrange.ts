interface Arranged<T> {
  readonly value: string
  readonly rows: readonly T[]
  readonly total: number
}

/** The columns with each moved row (by its id) shown where it is going, on top. */
export function arrange<T extends { readonly id: number | string }, C extends Arranged<T>>(
  columns: readonly C[],
  moved: ReadonlyMap<number | string, string>,
): C[] {
  if (!moved.size) return [...columns]
  const goesTo = (row: T, value: string) => moved.get(row.id) ?? value
  return columns.map((column) => {
    const staying = column.rows.filter((row) => goesTo(row, column.value) === column.value)
    const arriving = columns.flatMap((other) => (other.value === column.value ? [] : other.rows.filter((row) => goesTo(row, other.value) === column.value)))
    return {
      ...column,
      rows: [...arriving, ...staying],
      total: column.total + arriving.length - (column.rows.length - staying.length),
    }
  })
}
