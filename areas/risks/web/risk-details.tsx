import { useController, useWatch } from 'react-hook-form'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './details.module.css'
import { PlaceSelect } from './place-select.tsx'
import { useMatrix } from './risk-api.ts'

const kinds = ['init', 'min', 'target'] as const
const sides = ['impact', 'probability'] as const
const places = kinds.flatMap((kind) => sides.map((side) => `${kind}_${side}` as const))
/** Said in a dialog of its own, by moves, or by the server. */
const elsewhere = ['manual_impact', 'manual_probability', 'manual_comment', 'treatment', 'status', 'closed_on']
const unasked: ReadonlySet<string> = new Set([...places, ...elsewhere])

/** The derived form, with the places of the register's scale by their names. */
export function RiskDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const t = useWords('risks')
  const held: unknown = useWatch({ control: state.form.control, name: 'register' })
  const register = typeof held === 'number' ? held : typeof held === 'object' && held !== null && 'id' in held ? Number(held.id) : undefined
  const { data } = useMatrix(register)
  const row = state.row as { readonly treatment?: string; readonly edit_right_regular?: boolean } | undefined
  const fixed = disabled || row?.treatment === 'CLOSED' || row?.edit_right_regular === false
  return (
    <>
      <EntityFields state={state} disabled={disabled || row?.treatment === 'CLOSED'} unasked={data ? unasked : new Set(elsewhere)} />
      {data ? (
        <fieldset className={css.places}>
          <legend>{t('entities.risk.sections.levels')}</legend>
          {places.map((name) => (
            <PlaceField
              key={name}
              name={name}
              state={state}
              disabled={fixed}
              places={name.endsWith('impact') ? data.scale.impacts : data.scale.probabilities}
            />
          ))}
        </fieldset>
      ) : null}
    </>
  )
}

type PlaceFieldProps = Pick<Parameters<typeof PlaceSelect>[0], 'places' | 'disabled'> & {
  readonly name: (typeof places)[number]
  readonly state: EntityFormState
}

function PlaceField({ name, state, ...rest }: PlaceFieldProps) {
  const t = useWords('risks')
  const { field, fieldState } = useController({ control: state.form.control, name })
  const value = field.value === null || field.value === undefined || field.value === '' ? null : Number(field.value)
  const help = name.startsWith('min_') ? t(`entities.risk.help.${name as 'min_impact'}`) : undefined
  return (
    <div data-field={name}>
      <PlaceSelect
        {...rest}
        label={t(`entities.risk.fields.${name}`)}
        help={help}
        error={fieldState.error?.message}
        value={value}
        onChange={(chosen) => {
          field.onChange(chosen)
          state.leave?.(name)
        }}
        onBlur={field.onBlur}
      />
    </div>
  )
}
