import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { Field, FieldKind } from '#kit/contract/field.ts'
import { inputKeys } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import css from './rows.module.css'
import { defineKind } from './kind.ts'
import type { FieldContext, InputProps, Kind } from './kind.ts'

type Child = Readonly<Record<string, unknown>>
type KindOf = (kind: FieldKind) => Kind

const listOf = (value: unknown): readonly Child[] => (Array.isArray(value) ? value : [])
const fieldsOf = (field: Field) => Object.entries(field.options.fields ?? {}).filter(([, child]) => child.options.by !== 'server')

/** The context of a child's field: its words stand under `rows.<field>.<child>` and `choices.<field>.<child>`. */
export function childContext(context: FieldContext, name: string, field: Field): FieldContext {
  const { words, name: parent } = context
  return {
    ...context,
    name,
    field,
    looks: undefined,
    words: {
      ...words,
      one: words.word('one') ?? '',
      many: words.word('many') ?? '',
      new: words.word('new') ?? '',
      field: (child) => words.word(`rows.${parent}.${child}`) ?? words.field(child),
      choice: (child, value) => words.choice(`${parent}.${child}`, value),
    },
  }
}

/** Owned children, edited in place: added, removed and put in order. */
function fieldFor(kindOf: KindOf) {
  return function RowsField({ context, label, help, value, onChange, error, required, disabled }: InputProps<readonly Child[]>) {
    const t = useWords('kit')
    const id = useId()
    const children = listOf(value)
    const fields = fieldsOf(context.field)
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
                const { Input, wide } = kindOf(field.kind)
                const own = childContext(context, name, field)
                if (!Input) return []
                return inputKeys(name, field).map((key) => {
                  const word = own.words.field(name)
                  return (
                    <div key={key} className={wide ? css.wide : undefined}>
                      <Input
                        context={own}
                        label={key === name ? word : t(key.endsWith('_en') ? 'record.in_english' : 'record.in_french', { name: word })}
                        help={undefined}
                        required={field.options.need === 'required'}
                        disabled={disabled}
                        error={undefined}
                        value={(child[key] ?? kindOf(field.kind).blank) as never}
                        onChange={(next: unknown) => change(index, key, next)}
                        onBlur={() => undefined}
                      />
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
}

/** The children's own kinds are asked for through `kindOf`, which the registry gives: it holds this kind too. */
export const rows = (kindOf: KindOf): Kind => {
  const toWire = (value: unknown, field: Field) =>
    listOf(value).map((child) => ({
      ...(typeof child.id === 'number' ? { id: child.id } : {}),
      ...Object.fromEntries(
        fieldsOf(field).flatMap(([name, own]) => inputKeys(name, own).map((key) => [key, kindOf(own.kind).toWire?.(child[key], own) ?? child[key] ?? null])),
      ),
    }))
  return defineKind<readonly Child[]>({
    width: 80,
    align: 'end',
    blank: [],
    wide: true,
    cell: () =>
      function RowsCell(value) {
        const { length } = listOf(value)
        return length ? <span className={css.count}>{length}</span> : null
      },
    Input: fieldFor(kindOf),
    toWire,
    text:
      ({ format }) =>
      (value) =>
        Array.isArray(value) ? format.number(value.length) : '',
  })
}
