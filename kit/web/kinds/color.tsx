import { X } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import css from './cells.module.css'
import { defineKind } from './kind.ts'
import type { InputProps } from './kind.ts'
import { plainText } from './text.tsx'

function ColorField({ label, help, value, onChange, onBlur, error, required, disabled }: InputProps<string | null>) {
  const t = useWords('kit')
  return (
    <Field label={label} help={help} error={error} required={required}>
      {(control) => (
        <div className={css.inline}>
          <input
            {...control}
            type="color"
            className={css.color}
            disabled={disabled}
            value={value ?? '#8a93a3'}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          <span className={css.plain}>{value ?? t('none')}</span>
          {value && !disabled ? (
            <IconButton label={t('actions.clear')} onClick={() => onChange(null)}>
              <X size={14} />
            </IconButton>
          ) : null}
        </div>
      )}
    </Field>
  )
}

/** `#rrggbb`, shown with its code: a colour is never the only sign. */
export const color = defineKind<string | null>({
  width: 100,
  blank: null,
  cell: () =>
    function ColorCell(value) {
      return typeof value === 'string' ? (
        <>
          <i className={css.swatch} style={{ background: value }} aria-hidden />
          <span className={css.plain}>{value}</span>
        </>
      ) : null
    },
  Input: ColorField,
  text: plainText,
})
