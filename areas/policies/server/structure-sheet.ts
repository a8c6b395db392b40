import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource, resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { differences, refusedFields, resolve, type Reading } from '#kit/server/sheets/cell-changes.ts'
import type { SheetKind } from '#kit/server/sheets/import.ts'
import { refusal, type ImportLine, type LineOutcome, type ReportLine } from '#kit/server/sheets/report.ts'
import type { SheetLine } from '#kit/server/sheets/sheet-lines.ts'
import { sheetKeys, sheetWords } from '#kit/server/sheets/words.ts'
import { policyStructureLine } from '#areas/policies/contract/policy-structure.ts'
import { openDraft } from './versions.ts'

/** What is there already, as a line would say it. */
interface Known {
  readonly id: number
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly name: string | null
  readonly description_en: string | null
  readonly description_fr: string | null
  readonly description: string | null
  readonly weight: number
  readonly group: string | null
}

const separator = ' > '

/** Groups and requirements of a policy from Excel (POL-25): columns group, identifier, name, description, weight, into its draft. */
export const policyStructure: SheetKind = {
  lines: defineResource({ def: policyStructureLine, rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow } }),
  into: 'policy',
  write: async ({ tx, resources, translate, file, into }) => {
    const { who } = tx
    const reading: Reading = {
      keys: sheetKeys(translate, policyStructureLine),
      words: { en: sheetWords(translate, policyStructureLine, 'en'), fr: sheetWords(translate, policyStructureLine, 'fr') },
      lang: who.lang,
      dateOrder: who.dateOrder,
      timeZone: who.timeZone,
    }
    const writer = new StructureWriter(tx, resources, reading, await draftOf(tx, resources, into))
    await writer.load()
    const done: ImportLine[] = []
    for (const line of file.lines) done.push(await writer.write(line))
    return done
  },
}

/** The draft of a policy; one is opened, with what is in force, where there is none. */
async function draftOf(tx: Tx, resources: Resources, policyId: number): Promise<number> {
  const draft = await tx.first(
    sql<{ id: number }>`select id from policy_version where customer_id = ${tx.customerId} and policy_id = ${policyId} and status = 'DRAFT'`,
  )
  return draft?.id ?? openDraft(tx, resources, policyId)
}

class StructureWriter {
  readonly #groups = new Map<string, number>()
  readonly #known = new Map<string, Known>()
  readonly #lines = new Map<string, number>()
  readonly #tx: Tx
  readonly #resources: Resources
  readonly #reading: Reading
  readonly #version: number
  readonly #schemas = { create: createSchema(policyStructureLine), update: updateSchema(policyStructureLine) }

  constructor(tx: Tx, resources: Resources, reading: Reading, version: number) {
    this.#tx = tx
    this.#resources = resources
    this.#reading = reading
    this.#version = version
  }

  async load(): Promise<void> {
    const { customerId } = this.#tx
    const lang = sql.ref(`name_${this.#reading.lang}`)
    const groups = await this.#tx.run(sql<{ id: number; path: string }>`with recursive placed as (
        select g.id, coalesce(g.${lang}, g.name_en, g.name_fr, g.identifier, '') as path from control_group g where g.customer_id = ${customerId} and g.policy_version_id = ${this.#version} and g.parent_id is null
        union all select g.id, p.path || ${separator} || coalesce(g.${lang}, g.name_en, g.name_fr, g.identifier, '') from control_group g join placed p on g.parent_id = p.id where g.customer_id = ${customerId})
      select id, path from placed`)
    for (const { id, path } of groups) this.#groups.set(path, id)
    const paths = new Map(groups.map(({ id, path }) => [id, path]))
    const controls = await this.#tx.run(sql<
      Omit<Known, 'group' | 'name' | 'description'> & { control_group_id: number | null }
    >`select id, identifier, name_en, name_fr, description_en, description_fr, weight, control_group_id
      from control where customer_id = ${customerId} and policy_version_id = ${this.#version} and identifier is not null`)
    for (const { control_group_id: group, ...row } of controls) {
      const localize = (en: string | null, fr: string | null) => (this.#reading.lang === 'fr' ? (fr ?? en) : (en ?? fr))
      this.#known.set(row.identifier ?? '', {
        ...row,
        name: localize(row.name_en, row.name_fr),
        description: localize(row.description_en, row.description_fr),
        group: group === null ? null : (paths.get(group) ?? null),
      })
    }
  }

  async write(line: SheetLine): Promise<ImportLine> {
    const identifier = String(line.cells.find(([{ name }]) => name === 'identifier')?.[1] ?? '').trim()
    const known = this.#known.get(identifier)
    const row = known as Readonly<Record<string, unknown>> | undefined
    const { changes, cells, wrong } = resolve(line.n, differences(line.cells, row, false, this.#reading), row, new Map(), this.#reading)
    const name = String(changes.name_en ?? changes.name_fr ?? known?.name ?? identifier) || null
    const answer = (outcome: LineOutcome, messages: readonly ReportLine[] = []): ImportLine => ({ n: line.n, outcome, id: null, name, cells, messages })
    const earlier = identifier === '' ? undefined : this.#lines.get(identifier)
    if (earlier !== undefined)
      return answer('refused', [{ ...refusal(line.n, 'twice', { value: identifier, line: earlier }), column: this.#reading.keys.field('identifier') }])
    this.#lines.set(identifier, line.n)
    const parsed = this.#schemas[known ? 'update' : 'create'].safeParse(changes)
    if (wrong.length > 0 || !parsed.success)
      return answer('refused', [...wrong, ...(parsed.success ? [] : refusedFields(line.n, messagesOf(parsed.error), this.#reading))])
    if (known && cells.length === 0) return answer('unchanged')
    await this.#tx.send('savepoint line')
    try {
      await this.#store(known, parsed.data)
      await this.#tx.send('release savepoint line')
      return answer(known ? 'updated' : 'created')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await this.#tx.send('rollback to savepoint line')
      const { fields, values } = error.details
      return answer(
        'refused',
        fields ? refusedFields(line.n, fields, this.#reading) : [{ n: line.n, level: 'error', message: { key: error.key, ...(values && { values }) } }],
      )
    }
  }

  async #store(known: Known | undefined, { group, ...changes }: Changes): Promise<void> {
    const controls = resourceOf(this.#resources, 'control')
    const place = typeof group === 'string' ? { control_group: await this.#groupOf(group) } : {}
    const grant = authorizeVerb(this.#tx, controls, known ? 'update' : 'create')
    if (known) await updateRow(this.#tx, grant, controls, this.#resources, known.id, { ...changes, ...place }, { action: 'import' })
    else await createRow(this.#tx, grant, controls, this.#resources, { ...changes, ...place, policy_version: this.#version }, 'import')
  }

  /** The group at a path, made with those above it where it is not there. */
  async #groupOf(path: string): Promise<number> {
    const steps = path
      .split('>')
      .map((step) => step.trim())
      .filter(Boolean)
    const groups = resourceOf(this.#resources, 'control_group')
    let parent: number | null = null
    for (const [depth, step] of steps.entries()) {
      const here = steps.slice(0, depth + 1).join(separator)
      let id: number | undefined = this.#groups.get(here)
      if (id === undefined) {
        const made = await createRow(
          this.#tx,
          authorizeVerb(this.#tx, groups, 'create'),
          groups,
          this.#resources,
          { policy_version: this.#version, parent, [`name_${this.#reading.lang}`]: step },
          'import',
        )
        id = made.id
        this.#groups.set(here, id)
      }
      parent = id
    }
    return parent ?? 0
  }
}
