import { useWords } from '#kit/web/i18n/words.ts'
import { levelColors } from '#kit/web/ui/level-color.ts'
import css from './scales.module.css'

interface ColorInputProps {
  readonly value: string | null
  readonly disabled: boolean
  readonly onChange: (color: string) => void
}

const listId = 'level-colors'

/** A colour, those of the interface offered first. */
export function ColorInput({ value, disabled, onChange }: ColorInputProps) {
  const t = useWords('scales')
  return (
    <>
      <input
        type="color"
        list={listId}
        className={css.color}
        aria-label={t('entities.scale.fields.color')}
        disabled={disabled}
        value={value ?? '#8a93a3'}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {levelColors.map((color) => (
          <option key={color} value={color} />
        ))}
      </datalist>
    </>
  )
}
