import { sql } from 'kysely'
import { z } from 'zod'
import { AppError, type Message } from '#kit/contract/errors.ts'
import { messageAnswer } from '#kit/contract/row-schema.ts'
import { fieldSchema, isDay, messagesOf } from '#kit/contract/schema.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from './api.ts'

const given = z
  .string()
  .max(20_000)
  .nullish()
  .transform((text) => text?.trim() ?? '')
const id = z.int().min(1).optional()
/** What any validator may be told (FRM-02); one that does not need a key leaves it aside. */
const validation = z.strictObject({
  value: given,
  additional_value: given,
  token: z.string().max(500).optional(),
  id,
  perimeter_id: id,
  parent: id,
  bp: z.union([z.boolean(), z.int()]).optional(),
  is_auto: z.boolean().optional(),
  periodicity: z.string().max(64).optional(),
})
const ofType = z.object({ type: z.string().max(64) })

/** A refused value; the message itself is the answer, since there is only one value to speak of. */
const refused = (message: Message) => new AppError('INVALID', message.key, { fields: { value: [message] }, ...(message.values && { values: message.values }) })

/** `POST /validate/…`: what a form asks before it is sent (FRM-02). `id` is the row being edited; an empty value is left to the form itself. */
export function validateRoutes(api: Api, resources: Resources): void {
  const common = { method: 'POST', reads: true, tag: 'validate', access: 'session', body: validation, answer: messageAnswer } as const

  api.add(
    { ...common, path: '/validate/identifier/{type}', params: ofType, summary: 'Check that an identifier is well formed and free' },
    async ({ tx, params, body }) => {
      const { value, id: own }: z.output<typeof validation> = body
      const { resource, field } = asked(tx, resources, params.type, own, ({ def }) => def.fields.identifier)
      wellFormed(field, value)
      const taken =
        value !== '' &&
        (await tx.first(sql`select 1 from ${sql.table(resource.def.name)}
        where customer_id = ${tx.customerId} and identifier = ${value} and id is distinct from ${own ?? null}`))
      if (taken) throw refused({ key: 'kit.errors.identifier_taken' })
      return {}
    },
  )

  api.add({ ...common, path: '/validate/name/{type}', params: ofType, summary: 'Check that a name is well formed' }, async ({ tx, params, body }) => {
    const { value, id: own }: z.output<typeof validation> = body
    wellFormed(asked(tx, resources, params.type, own, ({ def }) => def.fields[def.title]).field, value)
    return {}
  })

  api.add(
    { ...common, path: '/validate/date_range', summary: 'Check that a start date, `value`, is before an end date, `additional_value`' },
    async ({ body }) => {
      const { value: start, additional_value: end }: z.output<typeof validation> = body
      if ([start, end].some((day) => day !== '' && !isDay(day))) throw refused({ key: 'kit.errors.invalid_date' })
      if (start !== '' && end !== '' && start >= end) throw refused({ key: 'kit.errors.date_order' })
      return {}
    },
  )
}

/** The entity's field, for those who may write it; «Internal error» for a type that has no such field (FRM-04). */
function asked(
  tx: Tx,
  resources: Resources,
  type: unknown,
  own: number | undefined,
  find: (resource: Resource) => Field | undefined,
): { resource: Resource; field: Field } {
  const resource = resources.get(String(type))
  const field = resource && find(resource)
  if (!resource || !field || field.options.by === 'server') throw new AppError('NOT_FOUND', 'kit.errors.internal')
  authorizeVerb(tx, resource, own === undefined ? 'create' : 'update')
  return { resource, field }
}

function wellFormed(field: Field, value: string): void {
  const parsed = fieldSchema(field).safeParse(value)
  const [message] = parsed.success ? [] : Object.values(messagesOf(parsed.error)).flat()
  if (message) throw refused(message)
}
