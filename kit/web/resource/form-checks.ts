import type { FieldErrors } from 'react-hook-form'
import type { EntityDef } from '#kit/contract/entity.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { translateMessage } from '#kit/web/i18n/words.ts'
import { bodyOf, type FormValues } from './form-values.ts'

type Errors = Record<string, { type: string; message: string }>

interface Schemas {
  readonly create: ReturnType<typeof createSchema>
  readonly update: ReturnType<typeof updateSchema>
}

const made = new WeakMap<EntityDef, Schemas>()

function schemasOf(entity: EntityDef): Schemas {
  const schemas = made.get(entity) ?? { create: createSchema(entity), update: updateSchema(entity) }
  made.set(entity, schemas)
  return schemas
}

/** What the contract's own schema says against values; on a known row (`known`) only of what was changed, so that old data cannot block it. */
export function errorsIn(entity: EntityDef, values: FormValues, known: FormValues | undefined): FieldErrors<FormValues> {
  const { create, update } = schemasOf(entity)
  const result = (known ? update : create).safeParse(bodyOf(entity, values, known))
  const errors: Errors = {}
  if (!result.success)
    for (const [path, messages] of Object.entries(messagesOf(result.error)))
      errors[path.replaceAll('.', ':')] = { type: 'contract', message: messages.map(translateMessage).join('. ') }
  return errors
}
