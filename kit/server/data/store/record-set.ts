import { sql, type RawBuilder } from 'kysely'

/**
 * Records by column as rows of a table's own types: `w` holds the values, `e.given` what was said, `e.n` the place in the list. One parameter, however many they are.
 */
export const recordSet = (table: string, records: readonly Readonly<Record<string, unknown>>[]): RawBuilder<unknown> =>
  sql`jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality as e (given, n) cross join lateral jsonb_populate_record(null::${sql.table(table)}, e.given) as w`

/** Every column that some record names. */
export const columnsOfAll = (records: readonly Readonly<Record<string, unknown>>[]): string[] => [...new Set(records.flatMap((record) => Object.keys(record)))]

/** Sets the columns of `t` to what `w` says, where the record says it: rows may change in different columns. */
export const assigned = (records: readonly Readonly<Record<string, unknown>>[]): RawBuilder<unknown>[] =>
  columnsOfAll(records).map((column) => {
    const everywhere = records.every((record) => column in record)
    return everywhere
      ? sql`${sql.ref(column)} = ${sql.ref(`w.${column}`)}`
      : sql`${sql.ref(column)} = case when e.given ? ${sql.lit(column)} then ${sql.ref(`w.${column}`)} else ${sql.ref(`t.${column}`)} end`
  })
