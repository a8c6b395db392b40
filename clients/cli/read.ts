import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { listOf, mustNumber, numberOf, queryOf, type Context } from './context.ts'
import { csvLine, table, valueAt } from './output.ts'
import { Ended, exits } from './usage.ts'

type Row = Readonly<Record<string, unknown>>

async function* rowsOf(context: Context, most = Infinity): AsyncGenerator<Row> {
  const query = { ...queryOf(context), limit: Math.min(200, Math.max(1, most)) }
  let count = 0
  for await (const row of context.vigie.rows(listOf(context), { query })) {
    yield row
    count += 1
    if (count >= most) return
  }
}

const usual = ['id', 'identifier', 'name', 'status', 'perimeter', 'updated_at']
const fieldsOf = ({ options }: Context): string[] | undefined =>
  options.fields
    ?.split(',')
    .map((field) => field.trim())
    .filter(Boolean)

export async function list(context: Context): Promise<void> {
  const { say, print, note, options } = context
  const most = numberOf(say, '--limit', options.limit) ?? 50
  const rows: Row[] = []
  for await (const row of rowsOf(context, most + 1)) rows.push(row)
  const shown = rows.slice(0, most)
  const fields = fieldsOf(context) ?? usual.filter((field) => shown.some((row) => row[field] !== undefined && row[field] !== null))
  if (shown.length > 0) print(table(fields, shown))
  note(say('rows', { count: shown.length }))
  if (rows.length > most) note(say('more'))
}

export async function get(context: Context): Promise<void> {
  const { vigie, say, args, print } = context
  const row = await vigie.get(`${listOf(context)}/{id}` as '/actions/{id}', { id: mustNumber(say, 'ID', args[1]) })
  print(JSON.stringify(row, null, 2))
}

/** Row by row, so that a million take no more memory than one. */
export async function exportRows(context: Context): Promise<void> {
  const { say, options, terminal, note } = context
  const { format = 'csv', out } = options
  if (format !== 'csv' && format !== 'json') throw new Ended(exits.usage, say('bad_format'))
  const rows = rowsOf(context, numberOf(say, '--limit', options.limit) ?? Infinity)
  // The first row before the file: a refusal leaves no empty file.
  const first = await rows.next()
  const target = out === undefined ? terminal.stdout : createWriteStream(out)
  const write = async (text: string) => {
    if (!target.write(text)) await once(target, 'drain')
  }
  const fields = fieldsOf(context) ?? Object.keys(first.done ? {} : first.value)
  let count = 0
  await write(format === 'csv' ? csvLine(fields) : '[')
  for (let next = first; !next.done; next = await rows.next()) {
    const chosen = options.fields ? Object.fromEntries(fields.map((field) => [field, valueAt(next.value, field) ?? null])) : next.value
    await write(format === 'csv' ? csvLine(fields.map((field) => valueAt(next.value, field))) : `${count > 0 ? ',' : ''}\n${JSON.stringify(chosen)}`)
    count += 1
  }
  if (format === 'json') await write('\n]\n')
  if (out !== undefined) {
    target.end()
    await once(target, 'finish')
    note(say('written', { count, path: out }))
  }
}

/** Fails a pipeline when a value of one row, or the number of rows, is out of bounds. */
export async function check(context: Context): Promise<void> {
  const { vigie, say, args, options, print } = context
  const [min, max] = [numberOf(say, '--min', options.min), numberOf(say, '--max', options.max)]
  if (min === undefined && max === undefined) throw new Ended(exits.usage, say('no_bound'))
  const [type = '', id, field = 'value'] = args
  const what = id === undefined ? type : `${type} ${id} ${field}`
  let value = 0
  if (id === undefined) for await (const _ of rowsOf(context)) value += 1
  else {
    const row = await vigie.get(`${listOf(context)}/{id}` as '/actions/{id}', { id: mustNumber(say, 'ID', id) })
    const found = valueAt(row, field)
    if (typeof found !== 'number') throw new Ended(exits.outside, say('no_value', { what }))
    value = found
  }
  if (min !== undefined && value < min) throw new Ended(exits.outside, say('outside', { what, value, bound: say('at_least', { n: min }) }))
  if (max !== undefined && value > max) throw new Ended(exits.outside, say('outside', { what, value, bound: say('at_most', { n: max }) }))
  print(say('within', { what, value }))
}
