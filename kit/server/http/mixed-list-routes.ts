import { z } from 'zod'
import { AppError, badParameters, notFound } from '#kit/contract/errors.ts'
import { inputKeys } from '#kit/contract/field.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { fieldInBranch, readMixedId, type MixedBranch, type MixedList } from '#kit/contract/mixed-list.ts'
import { mixedRowSchema } from '#kit/contract/mixed-row-schema.ts'
import { messageAnswer, objectAnswer, pageAnswer } from '#kit/contract/row-schema.ts'
import { messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { listMixedPage, readMixedRows, type MixedRow } from '#kit/server/data/mixed-list-engine.ts'
import { resourceOf, type Changes, type Resource, type Resources } from '#kit/server/data/resource.ts'
import { authorizeVerb, removeRow, updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Api, Operation } from './api.ts'

const params = z.object({ id: z.string().max(20) })
const version = z.int().min(1).optional()

/** Every call that a mixed list's declaration implies: read together, a row is written as one of its entity, under that entity's rights and hooks (TBL-05). */
export function mixedListRoutes(api: Api, list: MixedList, resources: Resources): void {
  const { name } = list
  const row = mixedRowSchema(list)
  const operation = (method: Operation['method'], path: string, summary: string, rest: Partial<Operation>): Operation => ({
    method,
    path: `/${name}${path}`,
    tag: name,
    summary,
    access: list.right,
    answer: objectAnswer(row),
    ...rest,
  })
  /** The row that an id names and the session may do something to; what names nothing is not there. */
  const find = (id: unknown): { branch: MixedBranch; resource: Resource; id: number } => {
    const named = readMixedId(list, String(id))
    if (!named) throw notFound()
    return { ...named, resource: resourceOf(resources, named.branch.entity.name) }
  }
  const read = async (tx: Tx, id: string): Promise<MixedRow> => {
    const { resource } = find(id)
    authorizeVerb(tx, resource, 'read')
    const [object] = await readMixedRows(tx, list, resources, [id])
    if (!object) throw notFound(resource.refusals?.access)
    return object
  }

  api.add(
    operation('POST', '/page', `List ${name} rows of several entities`, { reads: true, body: pageBodySchema, answer: pageAnswer(row) }),
    async ({ tx, body }) => ({ ...(await listMixedPage(tx, list, resources, body)), add_right: false }),
  )

  api.add(operation('GET', '/{id}', `Read one ${name} row`, { params }), async ({ tx, params: { id } }) => ({ object: await read(tx, String(id)) }))

  api.add(
    operation('PUT', '/{id}', `Change one ${name} row, as one of its entity`, {
      params,
      body: z.looseObject({ version }),
      refusal: 'kit.errors.no_update_right',
    }),
    async ({ tx, params: { id }, body, translate }) => {
      const { branch, resource, id: own } = find(id)
      const grant = authorizeVerb(tx, resource, 'update')
      const { version: expected, ...changes } = ownChanges(list, branch, body)
      await updateRow(tx, grant, resource, resources, own, changes, expected === undefined ? {} : { version: Number(expected) })
      const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
      return { message: translate(key, values), object: await read(tx, String(id)) }
    },
  )

  api.add(
    operation('DELETE', '/{id}', `Delete one ${name} row, as one of its entity`, {
      params,
      query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }),
      answer: messageAnswer,
    }),
    async ({ tx, params: { id }, query, translate }) => {
      const { resource, id: own } = find(id)
      const { version: expected }: { version?: number } = query
      await removeRow(tx, authorizeVerb(tx, resource, 'delete'), resource, resources, own, expected)
      return { message: translate('kit.messages.deleted') }
    },
  )
}

/** A body in the list's fields as the entity's own; throws BAD_PARAMETERS for what is no field of both, INVALID for wrong values, in the list's names. */
function ownChanges(list: MixedList, branch: MixedBranch, body: Changes): Changes {
  const names = new Map<string, string>([['version', 'version']])
  for (const name of Object.keys(list.fields)) {
    const own = fieldInBranch(branch, name)
    const declared = own === null ? undefined : branch.entity.fields[own]
    if (own !== null && declared) for (const key of inputKeys(own, declared)) names.set(name + key.slice(own.length), key)
  }
  const unknown = Object.keys(body).filter((key) => !names.has(key))
  if (unknown.length > 0) throw badParameters(Object.fromEntries(unknown.map((key) => [key, [{ key: 'kit.errors.unknown_field' }]])))
  const parsed = updateSchema(branch.entity).safeParse(Object.fromEntries(Object.entries(body).map(([key, value]) => [names.get(key), value])))
  if (parsed.success) return parsed.data
  const called = new Map([...names].map(([key, own]) => [own, key]))
  const wrong = Object.entries(messagesOf(parsed.error)).map(([path, messages]) => [path.replace(/^[^.]+/, (own) => called.get(own) ?? own), messages] as const)
  throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: Object.fromEntries(wrong) })
}
