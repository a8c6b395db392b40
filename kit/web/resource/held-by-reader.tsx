import { useQuery } from '@tanstack/react-query'
import { useWatch, type Control } from 'react-hook-form'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Field, Reference } from '#kit/contract/field.ts'
import { api, type Query } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './entity-form.module.css'
import type { FormValues } from './form-values.ts'

interface HeldProps {
  readonly field: Field
  readonly value: unknown
}

const offered = async (entity: string, id: number, more: Query, signal: AbortSignal) =>
  (await api.get<ListAnswer<Reference>>(`/${entity}/options`, { query: { ids: [id], limit: 1, ...more }, signal })).objects.length > 0

/** Said of a row that is still given to somebody who, by the roles that they have now, may no longer do what that asks of them: pickers would not offer them. */
export function HeldByReader({ field: { kind, options }, value }: HeldProps) {
  const t = useWords('kit')
  const { entity = '', asks } = options
  const held = kind === 'ref' && asks ? (value as Reference | null | undefined) : null
  const { data: unable } = useQuery({
    queryKey: [entity, 'options', 'unable', held?.id, asks],
    // Whoever is not shown at all is not said to be unable.
    queryFn: async ({ signal }) => {
      const id = held?.id ?? 0
      return !(await offered(entity, id, { asks: asks ?? undefined }, signal)) && offered(entity, id, {}, signal)
    },
    enabled: held != null && (entity === 'member' || entity === 'group'),
    staleTime: 60_000,
  })
  return held && unable ? (
    <p className={css.unable} role="note">
      {t(entity === 'group' ? 'record.group_reads_only' : 'record.member_reads_only', { name: held.name })}
    </p>
  ) : null
}

/** The same of what a form holds now. */
export function ChosenReader({ field, name, control }: Pick<HeldProps, 'field'> & { readonly name: string; readonly control: Control<FormValues> }) {
  return <HeldByReader field={field} value={useWatch({ control, name })} />
}
