import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { inputKeys } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import type { InputProps } from './kind.ts'
import { childContext, fieldsOf, listOf, type Child, type KindOf } from './rows.tsx'
import css from './rows.module.css'

/** Owned children, edited in place: added, removed and put in order. */
export function RowsField({
  kindOf,
  context,
  label,
  help,
  value,
  onChange,
  error: own,
  below = {},
  required,
  disabled,
}: InputProps<readonly Child[]> & { readonly kindOf: KindOf }) {
  const t = useWords('kit')
  const id = useId()
  const children = listOf(value)
  const fields = fieldsOf(context.field)
  // What is said of an input stands at it; the rest below all of them.
  const atInput = new Set(children.flatMap((_, index) => fields.flatMap(([name, field]) => inputKeys(name, field).map((key) => `${index}:${key}`))))
  const rest = Object.entries(below).flatMap(([path, message]) => (atInput.has(path) ? [] : [message]))
  const error = [...new Set(own === undefined ? rest : [own, ...rest])].join('. ')
  const change = (index: number, key: string, next: unknown) => onChange(children.map((child, i) => (i === index ? { ...child, [key]: next } : child)))
  const move = (index: number, by: 1 | -1) => {
    const next = [...children]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onChange(next)
  }
  const add = () =>
    onChange([
      ...children,
      Object.fromEntries(fields.flatMap(([name, field]) => inputKeys(name, field).map((key) => [key, field.options.default ?? kindOf(field.kind).blank]))),
    ])
  return (
    <section className={css.rows} aria-labelledby={id} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <header>
        <h3 id={id}>
          {label}
          {required ? <span aria-hidden> *</span> : null}
        </h3>
        {disabled || children.length >= (context.field.options.max ?? 200) ? null : (
          <Button variant="link" size="sm" icon={<Plus size={14} aria-hidden />} onClick={add}>
            {t('actions.add')}
          </Button>
        )}
      </header>
      {help ? <p className={css.help}>{help}</p> : null}
      {children.map((child, index) => (
        <div key={String(child.id ?? `new${index}`)} className={css.row} role="group" aria-label={`${label} ${index + 1}`}>
          <div className={css.fields}>
            {fields.flatMap(([name, field]) => {
              const { Input, wide, cell } = kindOf(field.kind)
              const own = childContext(context, name, field)
              if (!Input) return []
              return inputKeys(name, field).map((key) => {
                const word = own.words.field(name)
                const given = {
                  context: own,
                  label: key === name ? word : t(key.endsWith('_en') ? 'record.in_english' : 'record.in_french', { name: word }),
                  help: undefined,
                  required: field.options.need === 'required',
                  disabled,
                  error: below[`${index}:${key}`],
                  value: child[key] ?? kindOf(field.kind).blank,
                  onChange: (next: unknown) => change(index, key, next),
                  onBlur: () => undefined,
                }
                if (disabled && !context.inside?.[name]) {
                  return (
                    <div key={key} className={css.read}>
                      <span>{given.label}</span>
                      <div>{cell(own)(given.value, child) ?? '—'}</div>
                    </div>
                  )
                }
                return (
                  <div key={key} className={wide ? css.wide : undefined}>
                    {context.inside?.[name]?.(given) ?? <Input {...given} />}
                  </div>
                )
              })
            })}
          </div>
          {disabled ? null : (
            <div className={css.buttons}>
              <IconButton size="sm" label={t('actions.move_up')} disabled={index === 0} onClick={() => move(index, -1)}>
                <ArrowUp size={14} />
              </IconButton>
              <IconButton size="sm" label={t('actions.move_down')} disabled={index === children.length - 1} onClick={() => move(index, 1)}>
                <ArrowDown size={14} />
              </IconButton>
              <IconButton size="sm" label={t('actions.remove')} onClick={() => onChange(children.filter((_, i) => i !== index))}>
                <Trash2 size={14} />
              </IconButton>
            </div>
          )}
        </div>
      ))}
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </section>
  )
}
