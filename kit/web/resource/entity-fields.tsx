import { useState } from 'react'
import { Controller, useController, useFormState, useWatch } from 'react-hook-form'
import type { Control } from 'react-hook-form'
import { languages } from '#kit/contract/catalogue.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, Reference } from '#kit/contract/field.ts'
import { useRight, useSession } from '#kit/web/api/session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import type { FieldContext, Inputs } from '#kit/web/kinds/kind.ts'
import { kindOf, kinds } from '#kit/web/kinds/kinds.ts'
import { isData } from '#kit/web/kinds/markdown.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { BothValues } from './both-values.tsx'
import css from './entity-form.module.css'
import { useFieldContexts, valueOf } from './entity-columns.tsx'
import { EntityReading } from './entity-reading.tsx'
import { foreseenBy } from './foresee.ts'
import { FormForesight } from './foresight.tsx'
import { isSame, keysOf, type FormValues } from './form-values.ts'
import { presentationOf, type AnyRow } from './presentation.ts'
import { ReadField } from './read-field.tsx'
import { ChosenReader } from './held-by-reader.tsx'
import type { EntityFormState } from './use-entity-form.ts'

interface EntityFieldsProps {
  readonly state: EntityFormState
  readonly disabled?: boolean
  /** Fields that stay as they are, whoever looks at them. */
  readonly kept?: ReadonlySet<string>
  /** Fields that are not asked; what is wrong is. */
  readonly unasked?: ReadonlySet<string>
  /** Inputs of the area's own in place of those of their kind, by field; of a field inside owned rows by both, as in `impacts.impact`. */
  readonly own?: Inputs
}

/** Kinds whose values a cell only counts: these are drawn by what asks for them, which leaves out what cannot be done. */
const moreThanValues: ReadonlySet<string> = new Set(['rows', 'files', 'json'])

/** Kinds whose values have names, whatever it is that chooses them. */
const named: ReadonlySet<string> = new Set(['ref', 'links'])

/** Whether a field needs more than its cell to be read. What an area's own cell says is read as it stands there. */
const isMore = (entity: EntityDef, name: string, { kind }: Field, own: Inputs | undefined): boolean =>
  moreThanValues.has(kind) || (Boolean(own?.[name]) && !named.has(kind) && !presentationOf(entity).cells?.[name])

/** All sections of an entity's form; a page to read, for whoever may change nothing of a row. */
export function EntityFields({ state, disabled = false, kept, unasked, own }: EntityFieldsProps) {
  const { entity, form, row, met } = state
  const contextOf = useFieldContexts(entity)
  const titled = entity.form.length > 1
  // What may not be changed may still be put away.
  const locked = row?.edit_right_regular === false
  const conditions = entity.form.flatMap(({ when }) => (when ? [when[0]] : []))
  const now = useWatch({ control: form.control, name: conditions })
  const { errors } = useFormState({ control: form.control })
  // What is wrong, or waits for a choice, is never out of sight.
  const shown = entity.form.flatMap(({ section, fields, when, later }) => {
    const open = (!later || row) && (!when || now[conditions.indexOf(when[0])] === when[1])
    const urgent = (name: string) => name in errors || met?.both.has(name) === true
    const asked = fields.filter((name) => urgent(name) || !unasked?.has(name))
    return asked.length > 0 && (open || asked.some(urgent)) ? [{ section, fields: asked }] : []
  })
  // Reading is no form of which nothing answers.
  if (disabled && row) {
    const drawn = (name: string) =>
      isMore(entity, name, contextOf(name).field, own) ? (
        <FormField context={contextOf(name)} control={form.control} entity={entity} row={row} disabled own={own} />
      ) : null
    return <EntityReading entity={entity} row={row} sections={shown} drawn={drawn} />
  }
  return (
    <div data-entity-form className={css.sections}>
      {shown.map(({ section, fields }, index) => {
        const words = contextOf(entity.title).words
        const drawn = fields.map((name) => (
          <FormField
            key={name}
            context={contextOf(name)}
            control={form.control}
            entity={entity}
            row={row}
            disabled={disabled || kept?.has(name) || (locked && name !== 'archived')}
            onLeave={state.leave}
            own={own}
          />
        ))
        return titled ? (
          <fieldset key={section} className={css.section}>
            <legend className={index ? undefined : css.first}>{words.section(section)}</legend>
            <div className={css.grid}>{drawn}</div>
          </fieldset>
        ) : (
          <div key={section} className={css.grid}>
            {drawn}
          </div>
        )
      })}
    </div>
  )
}

interface FormFieldProps {
  readonly context: FieldContext
  readonly control: Control<FormValues>
  readonly entity: EntityDef
  readonly row?: object | undefined
  readonly disabled?: boolean
  readonly onLeave?: (name: string) => void
  readonly own?: Inputs | undefined
}

/** One field of a form, whatever its kind; what only the server sets, or may not be changed now, is shown and not asked. */
export function FormField(given: FormFieldProps) {
  const { otherThan } = given.context.field.options
  return otherThan === undefined ? <OneField {...given} /> : <OtherField {...given} than={otherThan} />
}

/** Of a person who is somebody else than another field names. */
function OtherField({ than, ...given }: FormFieldProps & { readonly than: string }) {
  const reader = useSession().member_id
  const other = useWatch({ control: given.control, name: than }) as Partial<Reference> | null | undefined
  return <OneField {...given} context={{ ...given.context, without: other?.id ?? reader }} />
}

function OneField(given: FormFieldProps) {
  const { row } = given
  const inside = insideOf(given.own, given.context.name)
  const literal = isData(given.context.field, row)
  const props = literal || inside ? { ...given, context: { ...given.context, ...(literal && { literal }), ...(inside && { inside }) } } : given
  const { context } = props
  const { name, field, words } = context
  const kind = kinds[field.kind]
  const wide = kind.wide || (field.kind === 'text' && (field.options.max ?? 0) > 64)
  const maySet = useRight(field.options.setBy)
  const readOnly =
    field.options.by === 'server' ||
    !kind.Input ||
    (field.options.setBy !== undefined && !maySet) ||
    (given.disabled === true && row !== undefined && !isMore(given.entity, name, field, given.own))
  if (readOnly && !row) return null
  const drawn = (
    <div className={wide ? `${css.wide} ${css.changeable}` : css.changeable} data-field={name}>
      {readOnly ? (
        <ReadField label={words.field(name)}>
          {(presentationOf(props.entity).cells?.[name]?.(row as AnyRow) ?? kind.cell(context)(valueOf(row ?? {}, name), row)) || '—'}
        </ReadField>
      ) : field.kind === 'localized' ? (
        <LocalizedField {...props} />
      ) : (
        <PlainField {...props} />
      )}
      {row && !readOnly ? <Was context={context} control={props.control} /> : null}
      {row && !readOnly ? <BothValues name={name} /> : null}
      {row && field.options.asks ? <ChosenReader field={field} name={name} control={props.control} /> : null}
    </div>
  )
  if (!row || readOnly || !foreseenBy(props.entity.name, name)) return drawn
  return (
    <>
      {drawn}
      <div className={css.wide}>
        <FormForesight entity={props.entity} name={name} control={props.control} row={row as AnyRow} />
      </div>
    </>
  )
}

/** That a field holds something else than it began with, and what that was where it is said in a few words. */
function Was({ context: { name, field, ...context }, control }: Pick<FormFieldProps, 'context' | 'control'>) {
  const { defaultValues = {} } = useFormState({ control })
  const keys = keysOf(name, field)
  const now = useWatch({ control, name: keys })
  const before = defaultValues as FormValues
  if (keys.every((key, at) => isSame(now[at], before[key]))) return null
  const value = field.kind === 'localized' || moreThanValues.has(field.kind) || field.kind === 'markdown' ? undefined : before[name]
  const formatted = value === undefined ? '' : kinds[field.kind].text({ name, field, ...context })(value)
  const words = value === undefined ? '' : formatted ? context.kit('record.was', { value: formatted }) : context.kit('record.was_empty')
  return (
    <span className={css.was} title={words || undefined}>
      {words || <VisuallyHidden>{context.kit('record.changed')}</VisuallyHidden>}
    </span>
  )
}

/** Of some inputs those inside the rows of one field. */
function insideOf(own: Inputs | undefined, name: string): Inputs | undefined {
  const found = Object.entries(own ?? {}).filter(([key]) => key.startsWith(`${name}.`))
  return found.length > 0 ? Object.fromEntries(found.map(([key, input]) => [key.slice(name.length + 1), input])) : undefined
}

/** The messages below one wire key: the field's own and, by path, those inside its rows. */
const messagesBelow = (errors: object, key: string) =>
  Object.entries(errors as Record<string, { message?: string }>).flatMap(([path, error]) =>
    path === key || path.startsWith(`${key}:`) ? [{ path: path.slice(key.length + 1), message: error.message ?? '' }] : [],
  )

function PlainField({ context, control, disabled = false, onLeave, own }: FormFieldProps) {
  const { name, field, words } = context
  const { Input } = kindOf(field)
  if (!Input) return null
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: held, formState }) => {
        const found = messagesBelow(formState.errors, name)
        const inside = field.kind === 'rows' ? found.filter(({ path }) => path !== '') : []
        const messages = found.filter((one) => !inside.includes(one)).map(({ message }) => message)
        const given = {
          context,
          label: words.field(name),
          help: words.help(name),
          required: field.options.need === 'required',
          disabled,
          error: messages.length > 0 ? [...new Set(messages)].join('. ') : undefined,
          below: inside.length > 0 ? Object.fromEntries(inside.map(({ path, message }) => [path, message])) : undefined,
          value: held.value,
          onChange: held.onChange,
          onBlur: () => {
            held.onBlur()
            onLeave?.(name)
          },
        }
        return own?.[name] ? <>{own[name](given)}</> : <Input {...given} />
      }}
    />
  )
}

/** One language at a time; the switch shows which of them are filled, and goes where something is wrong. */
function LocalizedField({ context, control, disabled = false }: FormFieldProps) {
  const { name, field, words, kit } = context
  const reader = useLanguage()
  const [chosen, setChosen] = useState<Language>()
  const both = {
    en: useController({ control, name: `${name}_en` }),
    fr: useController({ control, name: `${name}_fr` }),
  }
  const wrong = languages.find((language) => both[language].fieldState.error)
  const first = both[reader].field.value || !languages.some((language) => both[language].field.value) ? reader : reader === 'en' ? 'fr' : 'en'
  const shown = chosen ?? wrong ?? first
  const { Input } = kinds[(field.options.max ?? 0) > 500 ? 'markdown' : 'localized']
  if (!Input) return null
  const label = words.field(name)
  const held = both[shown]
  return (
    <div className={css.localized}>
      <div className={css.languages} role="group" aria-label={label}>
        {languages.map((language) => {
          const filled = Boolean(both[language].field.value)
          const named = kit(language === 'en' ? 'record.in_english' : 'record.in_french', { name: label })
          return (
            <button
              key={language}
              type="button"
              aria-pressed={language === shown}
              data-filled={filled || undefined}
              data-wrong={both[language].fieldState.error ? true : undefined}
              onClick={() => setChosen(language)}
            >
              {language.toUpperCase()}
              <VisuallyHidden>
                {' '}
                {named}, {kit(filled ? 'form.filled' : 'form.not_filled')}
              </VisuallyHidden>
            </button>
          )
        })}
      </div>
      <Input
        key={shown}
        context={context}
        label={label}
        help={words.help(name)}
        required={field.options.need === 'required'}
        disabled={disabled}
        error={held.fieldState.error?.message}
        value={String(held.field.value ?? '')}
        onChange={held.field.onChange}
        onBlur={held.field.onBlur}
      />
    </div>
  )
}
