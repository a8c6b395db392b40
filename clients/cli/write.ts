import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SentFile } from '#clients/typescript/client.ts'
import { mustHave, mustNumber, type Context } from './context.ts'
import { plain } from './output.ts'
import { Ended, exits } from './usage.ts'

async function fileOf({ say }: Context, path: string | undefined): Promise<SentFile> {
  const at = mustHave(say, 'FILE', path)
  const content = await readFile(at).catch(() => undefined)
  if (!content) throw new Ended(exits.usage, say('no_file', { path: at }))
  return { name: basename(at), content }
}

const countsOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || '0'

/** Findings are accepted at once, and read after; unless told otherwise the command waits for what became of them. */
export async function importFindings(context: Context): Promise<void> {
  const { vigie, say, args, options, print, note } = context
  const register = mustNumber(say, '--register', options.register)
  const file = await fileOf(context, args[0])
  const query = {
    register,
    ...(options['dry-run'] && { dry_run: true }),
    ...(options['skip-wrong'] && { skip_wrong: true }),
    ...(options.part && { part: true }),
  }
  const { id } = await vigie.post('/gaps/findings', { query, file })
  note(say('accepted', { id }))
  if (options['no-wait']) return
  for (let wait = 200; ; wait = Math.min(wait * 2, 5000)) {
    const { status, counts, messages } = await vigie.get('/gaps/findings/{id}', { id })
    if (status === 'COMPLETE' || status === 'ERROR') {
      for (const { n, level, message } of messages) note(`${n > 0 ? `${n}: ` : ''}${level}: ${plain(message)}`)
      const text = say('report', { status, counts: countsOf(counts) })
      if (status === 'ERROR' || (counts.errors ?? 0) > 0) throw new Ended(exits.outside, text)
      return print(text)
    }
    await pause(wait)
  }
}

export async function importInventory(context: Context): Promise<void> {
  const { vigie, say, args, options, print, note } = context
  const file = await fileOf(context, args[0])
  const number = (name: 'perimeter' | 'application') => (options[name] === undefined ? {} : { [name]: mustNumber(say, `--${name}`, options[name]) })
  const query = {
    ...number('perimeter'),
    ...number('application'),
    ...(options['dry-run'] && { trial: '1' as const }),
    ...(options.confirmed && { confirmed: '1' as const }),
  }
  const report = await vigie.post('/supporting_assets/inventory', { query, file })
  for (const { at, message } of [...report.faults, ...report.hints]) note(`${plain(at)}: ${plain(message)}`)
  if (report.asks !== null) throw new Ended(exits.outside, say('asks', { question: plain(report.asks) }))
  const text = say('inventory', { name: plain(report.application?.name ?? file.name), counts: countsOf(report.counts) })
  if (report.fault_count > 0) throw new Ended(exits.outside, text)
  print(text)
}

/** Evidence with some files; with `--action` it is shown by that action beside what that shows already. */
export async function upload(context: Context): Promise<void> {
  const { vigie, say, args, options, print } = context
  const name = mustHave(say, '--name', options.name)
  mustHave(say, 'FILE', args[0])
  const files = []
  // All are read before the first is sent.
  for (const path of args) files.push(await fileOf(context, path))
  const action = options.action === undefined ? undefined : mustNumber(say, '--action', options.action)
  const perimeter = options.perimeter === undefined ? undefined : mustNumber(say, '--perimeter', options.perimeter)
  const sent = []
  for (const file of files) sent.push(await vigie.post('/evidence/files', { file }))
  const proof = await vigie.post('/evidence', {
    body: {
      name_en: name,
      files: sent.map(({ id }) => ({ id })),
      ...(perimeter !== undefined && { perimeter }),
      ...(options.description !== undefined && { description: options.description }),
      ...(options['valid-until'] !== undefined && { valid_until: options['valid-until'] }),
    },
  })
  print(say('uploaded', { id: proof.id, name: plain(proof.name ?? name) }))
  if (action === undefined) return
  const { version, evidences } = await vigie.get('/actions/{id}', { id: action })
  await vigie.put('/actions/{id}', { id: action, version, body: { evidences: [...evidences.map(({ id }) => id), proof.id] } })
  print(say('linked', { id: action }))
}
