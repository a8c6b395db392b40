import type { ShownPlace, ShownSides } from '#areas/risks/contract/risk.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Inputs } from '#kit/web/kinds/kind.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { ReadField } from '#kit/web/resource/read-field.tsx'

interface PlaceSelectProps {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  readonly places: readonly ShownPlace[]
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly onBlur?: () => void
}

/** A place on a side of the matrix, by number and word. */
export function PlaceSelect({ label, help, error, required = false, disabled = false, places, value, onChange, onBlur }: PlaceSelectProps) {
  const t = useWords('risks')
  const language = useLanguage()
  const known = places.some(({ place }) => place === value) || value === null ? places : [...places, { place: value, name_en: null, name_fr: null }]
  const named = (place: ShownPlace) => t('matrix.place_name', { place: String(place.place), name: levelName(place, language) })
  if (disabled) {
    const held = known.find(({ place }) => place === value)
    return <ReadField label={label}>{held ? named(held) : '—'}</ReadField>
  }
  return (
    <Select
      label={label}
      required={required}
      clearable={!required}
      value={value === null ? null : String(value)}
      options={known.map((place) => ({
        value: String(place.place),
        label: named(place),
      }))}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      {...(help && { help })}
      {...(error && { error })}
      {...(onBlur && { onBlur })}
    />
  )
}

/** Inputs that choose places by their names, for fields of a form called after a kind and a side, such as `init_impact`; those that are needed have to be said. */
export function ownPlaces(sides: ShownSides, fields: readonly string[], needed: (field: string) => boolean = () => false): Inputs {
  return Object.fromEntries(
    fields.map((field): [string, Inputs[string]] => [
      field,
      ({ label, help, error, required, disabled, value, onChange, onBlur }) => (
        <PlaceSelect
          label={label}
          // Places have names, so that how they are counted needs no word.
          help={needed(field) ? undefined : help}
          error={error}
          required={required || needed(field)}
          disabled={disabled}
          places={field.endsWith('impact') ? sides.impacts : sides.probabilities}
          value={value === null || value === undefined || value === '' ? null : Number(value)}
          onChange={onChange}
          onBlur={onBlur}
        />
      ),
    ]),
  )
}
