import { everyEvidence } from '#areas/evidence/server/index.ts'
import { sql } from 'kysely'
import { namedFiles, type FileInput } from '#kit/contract/field.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { copyFile } from '#kit/server/data/links/attached-files.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import { willBe } from './planning.ts'

type Context = GuardContext<typeof remediation>

/** What a proof holds: a link or a file. Two with the same key are the same to look at. */
interface Content {
  readonly key: string
  readonly name: string | null
  readonly url: string | null
  readonly file: number | null
  readonly comment: string | null
  readonly date: string | null
}

interface Shown {
  readonly id: number
  readonly identifier: string
  readonly keys: readonly string[]
  /** Added by whoever writes, or theirs to keep valid. */
  readonly own: boolean
}

interface StoredProofs {
  readonly proofs: readonly { readonly id: number; readonly url: string }[]
  readonly files: readonly { readonly id: number; readonly key: string }[]
  readonly tasks: readonly { readonly id: number; readonly url: string | null; readonly files: readonly { readonly id: number; readonly key: string }[] }[]
  readonly own: readonly Shown[]
  readonly ofTasks: readonly Shown[]
}

const linkKey = (url: string) => `link ${url}`
const fileKey = sql`'file ' || f.sha256`

/** Its links and files as a list of keys, for an evidence under the alias `e`. */
const keysOf = sql`array(select ${fileKey} from file f where f.customer_id = e.customer_id and f.entity = 'evidence' and f.object_id = e.id and f.field = 'files' and f.detached_at is null)
  || case when e.url is null then '{}'::text[] else array['link ' || e.url] end`

/**
 * What an action shows as proof is a link to an evidence: a link or file that comes in as a proof makes one, or finds the one that holds the same; one that
 * goes takes its evidence away from the action, and the other way round. Proofs of tasks do so apart: they do not prove the action.
 */
export async function keepEvidences(context: Context, managing: boolean): Promise<void> {
  const { changes } = context
  const own = changes.proofs !== undefined || changes.proof_files !== undefined || changes.evidences !== undefined
  if (!own && changes.tasks === undefined) return
  const stored = await readStored(context)
  if (own) await keepOwn(context, stored, managing)
  if (changes.tasks !== undefined) await keepTasks(context, stored, managing)
}

async function readStored({ tx, before }: Context): Promise<StoredProofs> {
  const id = before?.id ?? 0
  const files = (
    field: string,
    more = sql``,
  ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'key', ${fileKey}) order by f.id), '[]') from file f
    where f.customer_id = ${tx.customerId} and f.entity = 'remediation' and f.object_id = ${id} and f.field = ${field} and f.detached_at is null ${more})`
  const shown = (table: string) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'identifier', e.identifier, 'keys', ${keysOf},
      'own', coalesce(e.created_by = ${tx.who.memberId} or e.manager_id = ${tx.who.memberId}, false)) order by e.id), '[]')
    from ${sql.table(table)} l join ${everyEvidence(tx.customerId)} e on e.id = l.target_id where l.customer_id = ${tx.customerId} and l.owner_id = ${id})`
  const found = await tx.first(sql<StoredProofs>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'url', p.url) order by p.position, p.id), '[]') from remediation__proofs p where p.customer_id = ${tx.customerId} and p.owner_id = ${id}) as proofs,
    ${files('proof_files')} as files,
    (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'url', k.proof_url, 'files', ${files('tasks.proof_files', sql`and f.child_id = k.id`)})), '[]')
      from remediation__tasks k where k.customer_id = ${tx.customerId} and k.owner_id = ${id}) as tasks,
    ${shown('remediation__evidences')} as own, ${shown('remediation__task_evidences')} as "ofTasks"`)
  if (!found) throw new Error('Proofs were not read')
  return found
}

async function keepOwn(context: Context, stored: StoredProofs, managing: boolean): Promise<void> {
  const { changes, refuse } = context
  const were = [...stored.proofs.map(({ url }) => linkKey(url)), ...stored.files.map(({ key }) => key)]
  const known = new Map(stored.proofs.map((proof) => [proof.id, proof.url]))
  const links = changes.proofs?.map((proof) => linkOf(proof, known.get(proof.id as number)))
  const files = changes.proof_files === undefined ? undefined : await contentOfFiles(context, changes.proof_files)
  const wanted = [...(links ?? stored.proofs.map((proof) => linkOf(proof, proof.url))), ...(files ?? stored.files.map(asContent))]
  const next = new Set(wanted.map(({ key }) => key))
  const given = changes.evidences === undefined ? undefined : new Set(changes.evidences)
  // Taken away from the action by itself, an evidence takes what it holds along.
  const dropped = stored.own.filter(({ id }) => given?.has(id) === false)
  const alive = new Set(stored.own.filter(({ id }) => given?.has(id) !== false).flatMap(({ keys }) => keys))
  const along = new Set(dropped.flatMap(({ keys }) => keys).filter((key) => !alive.has(key) && were.includes(key)))
  if (along.size > 0) {
    if (links || stored.proofs.some(({ url }) => along.has(linkKey(url))))
      changes.proofs = (changes.proofs ?? stored.proofs.map(({ id }) => ({ id }))).filter((proof: Changes) => {
        const url = textOf(proof.url) ?? known.get(proof.id as number)
        return url === undefined || !along.has(linkKey(url))
      }) as never
    if (!files && stored.files.some(({ key }) => along.has(key))) changes.proof_files = stored.files.filter(({ key }) => !along.has(key)).map(({ id }) => id)
  }
  const gone = stored.own.filter(({ id, keys }) => given?.has(id) !== true && keys.some((key) => were.includes(key) && !next.has(key)))
  const away = [...dropped, ...gone]
  if (!managing && away.some(({ own }) => !own))
    refuse(changes.evidences === undefined ? (links ? 'proofs' : 'proof_files') : 'evidences', 'actions.errors.not_your_evidence')
  const ids = [...(given ?? stored.own.map(({ id }) => id))].filter((id) => !gone.some((one) => one.id === id))
  const came = wanted.filter(({ key }) => !were.includes(key))
  const added = await evidencesFor(context, came, stored.own)
  if (given || gone.length > 0 || added.length > 0) changes.evidences = [...new Set([...ids, ...added])]
}

async function keepTasks(context: Context, stored: StoredProofs, managing: boolean): Promise<void> {
  const { changes, refuse } = context
  const known = new Map(stored.tasks.map((task) => [task.id, task]))
  const were = stored.tasks.flatMap(({ url, files }) => [...(url ? [linkKey(url)] : []), ...files.map(({ key }) => key)])
  const wanted: Content[] = []
  for (const task of changes.tasks as Changes[]) {
    const was = known.get(task.id as number)
    const url = task.proof_url === undefined ? (was?.url ?? null) : (task.proof_url as string | null)
    const name = (task.name as string | undefined) ?? null
    if (url) wanted.push({ ...linkOf({ url }, url), name })
    wanted.push(...(task.proof_files === undefined ? (was?.files ?? []).map(asContent) : await contentOfFiles(context, task.proof_files as FileInput[])))
  }
  const next = new Set(wanted.map(({ key }) => key))
  const gone = stored.ofTasks.filter(({ keys }) => keys.some((key) => were.includes(key) && !next.has(key)))
  if (!managing && gone.some(({ own }) => !own)) refuse('tasks', 'actions.errors.not_your_evidence')
  const came = wanted.filter(({ key }) => !were.includes(key))
  const added = await evidencesFor(context, came, stored.ofTasks)
  if (gone.length === 0 && added.length === 0) return
  const stay = stored.ofTasks.filter((one) => !gone.includes(one)).map(({ id }) => id)
  changes.task_evidences = [...new Set([...stay, ...added])] as never
}

const asContent = ({ id, key }: { readonly id: number; readonly key: string }): Content => ({ key, name: null, url: null, file: id, comment: null, date: null })
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function linkOf(proof: Changes, was: string | undefined): Content {
  const url = textOf(proof.url) ?? was ?? ''
  return { key: linkKey(url), url, file: null, name: textOf(proof.name), comment: textOf(proof.comment), date: textOf(proof.date) }
}

/** Of files that the writer may attach: free and their own, or already with the action. Whatever else is named is refused when it is attached. */
async function contentOfFiles({ tx, before }: Context, given: readonly FileInput[]): Promise<Content[]> {
  const comments = new Map(namedFiles(given).map((file) => [file.id, file.comment ?? null]))
  if (comments.size === 0) return []
  const rows = await tx.run(sql<{ id: number; name: string; key: string }>`select f.id, f.name, ${fileKey} as key from file f
    where f.customer_id = ${tx.customerId} and f.id = any(${[...comments.keys()]}::bigint[])
      and ((f.entity is null and f.uploaded_by is not distinct from ${tx.who.memberId}) or (f.entity = 'remediation' and f.object_id = ${before?.id ?? 0})) order by f.id`)
  return rows.map(({ id, name, key }) => ({ key, name, url: null, file: id, comment: comments.get(id) ?? null, date: null }))
}

/** The evidence of each content: one that the action shows already, one that the writer may read and that holds the same, or a new one. */
async function evidencesFor(context: Context, contents: readonly Content[], shown: readonly Shown[]): Promise<number[]> {
  const { tx, resources, changes } = context
  const wanted = new Map(contents.filter(({ key }) => !shown.some(({ keys }) => keys.includes(key))).map((content) => [content.key, content]))
  if (wanted.size === 0) return []
  const resource = resourceOf(resources, 'evidence')
  const e = rowRef('e')
  const keys = [...wanted.keys()]
  const [urls, hashes] = ['link ', 'file '].map((kind) => keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length)))
  // Nobody learns by a file of theirs of an evidence that they may not read.
  const known = await tx.run(sql<{ id: number; identifier: string; key: string }>`select distinct on (key) e.id, e.identifier, k.key from (
      select e.id, 'link ' || e.url as key from ${everyEvidence(tx.customerId)} e where e.url = any(${urls ?? []}::text[])
      union select f.object_id, 'file ' || f.sha256 from file f where f.customer_id = ${tx.customerId} and f.entity = 'evidence' and f.detached_at is null and f.field = 'files'
        and f.sha256 = any(${hashes ?? []}::text[])) k join ${everyEvidence(tx.customerId)} e on e.id = k.id
    where ${asSql(resource.rules.read(e, tx.who))} order by key, e.id desc`)
  const found = new Map(known.map((one) => [one.key, one]))
  if (known[0] && changes.status === undefined) tx.confirmation ??= { key: 'actions.messages.known_evidence', values: { identifier: known[0].identifier } }
  const ids: number[] = []
  for (const [key, content] of wanted) ids.push(found.get(key)?.id ?? (await makeEvidence(context, content)))
  return ids
}

async function makeEvidence(context: Context, { name, url, file, comment, date }: Content): Promise<number> {
  const { tx, resources } = context
  // Unless it is said, a proof is of the day on which the action was done.
  const status = willBe(context, 'status')
  const { id } = await createRow(tx, systemGrant('what follows from an action', tx.who, tx.who.memberId), resourceOf(resources, 'evidence'), resources, {
    [`name_${tx.who.lang}`]: (name ?? url ?? '').slice(0, 500),
    description: comment,
    perimeter: willBe(context, 'perimeter', 'perimeter_id'),
    effective_date: [date, status === 'FINISHED' ? (willBe(context, 'done_date') as string | null) : null, tx.today].find(
      (day) => day !== null && day <= tx.today,
    ),
    ...(url === null ? {} : { url }),
    ...(file === null ? {} : { files: [await copyFile(tx, file)] }),
  })
  return id
}
