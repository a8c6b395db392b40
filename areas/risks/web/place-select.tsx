import type { RiskScale } from '#areas/risks/contract/calls.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/ui/select.tsx'

interface PlaceSelectProps {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  readonly places: RiskScale['impacts']
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly onBlur?: () => void
}

/** A place on a side of the matrix, by number and word. */
export function PlaceSelect({ label, help, error, required = false, disabled = false, places, value, onChange, onBlur }: PlaceSelectProps) {
  const t = useWords('risks')
  const language = useLanguage()
  const known = places.some(({ place }) => place === value) || value === null ? places : [...places, { place: value, name_en: null, name_fr: null }]
  return (
    <Select
      label={label}
      required={required}
      disabled={disabled}
      clearable={!required}
      value={value === null ? null : String(value)}
      options={known.map((place) => ({
        value: String(place.place),
        label: t('matrix.place_name', { place: String(place.place), name: levelName(place, language) }),
      }))}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      {...(help && { help })}
      {...(error && { error })}
      {...(onBlur && { onBlur })}
    />
  )
}
