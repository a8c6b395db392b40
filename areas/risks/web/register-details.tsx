import { useWatch } from 'react-hook-form'
import { useQuery } from '@tanstack/react-query'
import type { scale } from '#areas/scales/contract/scale.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { levelName } from '#kit/contract/level.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import type { Inputs } from '#kit/web/kinds/kind.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import { ReadField } from '#kit/web/resource/read-field.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Select } from '#kit/web/ui/select.tsx'

/** The levels of the scale that is chosen, or of the default one. */
function useScaleLevels(chosen: unknown) {
  const id = typeof chosen === 'number' ? chosen : typeof chosen === 'object' && chosen !== null && 'id' in chosen ? Number(chosen.id) : undefined
  const { data } = useQuery({
    queryKey: ['scale', 'page', 'risk'],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<RowOf<typeof scale>>>(
        '/scale/page',
        { queryParams: { filters: [{ name: 'type', selected_options: ['risk'] }], per_page: 100 }, page: 1 },
        { signal },
      ),
    select: ({ objects }) => objects,
    staleTime: 60_000,
  })
  return data?.find((one) => (id === undefined ? one.is_default : one.id === id))?.levels ?? []
}

/** The derived form, with the line that the appetite draws by the name of its level. */
export function RegisterDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const language = useLanguage()
  const levels = useScaleLevels(useWatch({ control: state.form.control, name: 'scale' }))
  const named = (level: (typeof levels)[number]) => `${level.value} ${levelName(level, language)}`
  const appetite: Inputs[string] = ({ label, help, error, disabled: still, value, onChange, onBlur }) =>
    still ? (
      <ReadField label={label}>{levels.flatMap((level) => (level.value === value ? [named(level)] : [])).join('') || String(value ?? '—')}</ReadField>
    ) : (
      <Select
        label={label}
        clearable
        value={value === null || value === undefined || value === '' ? null : String(value)}
        options={levels.flatMap((level) => (level.value === null ? [] : [{ value: String(level.value), label: named(level) }]))}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
        onBlur={onBlur}
        {...(help && { help })}
        {...(error && { error })}
      />
    )
  return <EntityFields state={state} disabled={disabled} own={{ appetite }} />
}
