import { createContext, useContext, useId, useLayoutEffect, useState, type ReactNode } from 'react'
import { languages } from '#kit/contract/catalogue.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import css from './both-values.module.css'
import { useFieldContexts } from './entity-columns.tsx'
import type { Side } from './form-values.ts'
import type { EntityFormState, Met } from './use-entity-form.ts'

interface Meeting extends Met, Pick<EntityFormState, 'entity' | 'choose'> {
  readonly contextOf: (name: string) => FieldContext
  /** Says that a field is on the page; answers what says that it is no longer. */
  readonly claim: (name: string) => () => void
}

const Meeting = createContext<Meeting | undefined>(undefined)

/** The button that was pressed may stand far below. */
const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Around the fields of a form: says what somebody else has saved meanwhile, and has each field that both have changed offer both values. */
export function MetFields({ state, children }: { readonly state: EntityFormState; readonly children: ReactNode }) {
  const t = useWords('kit')
  const format = useFormat()
  const contextOf = useFieldContexts(state.entity)
  const [claimed, setClaimed] = useState<readonly string[]>([])
  const { entity, met, choose } = state
  if (!met) return children
  const claim = (name: string) => {
    setClaimed((now) => [...now, name])
    return () => setClaimed((now) => now.toSpliced(now.indexOf(name), 1))
  }
  const named = (name: string) => contextOf(name).words.field(name)
  return (
    <Meeting value={{ ...met, entity, choose, contextOf, claim }}>
      <div ref={intoSight} role="alert" className={css.notice}>
        <p>{t('record.met', { name: whose(met), date: format.dateTime(met.row.updated_at) })}</p>
        {met.taken.length > 0 ? <p>{t('record.met_taken', { fields: met.taken.map(named).join(', ') })}</p> : null}
        <p>{met.both.size > 0 ? t('record.met_both', { count: met.both.size }) : t('record.met_save')}</p>
      </div>
      {/* A field that has no place on the page is chosen here. */}
      {[...met.both.keys()].flatMap((name) => (claimed.includes(name) ? [] : [<Choice key={name} name={name} titled />]))}
      {children}
    </Meeting>
  )
}

const whose = ({ row }: Met) => row.updated_by?.name ?? 'Vigie'

/** Both values of a field, where it is asked. */
export function BothValues({ name }: { readonly name: string }) {
  const meeting = useContext(Meeting)
  const claim = meeting?.both.has(name) ? meeting.claim : undefined
  const asked = claim !== undefined
  useLayoutEffect(() => claim?.(name), [asked, name]) // oxlint-disable-line react/exhaustive-deps -- a claim is made once, however often the form is drawn
  return asked ? <Choice name={name} /> : null
}

function Choice({ name, titled = false }: { readonly name: string; readonly titled?: boolean }) {
  const t = useWords('kit')
  const format = useFormat()
  const group = useId()
  const meeting = useContext(Meeting)
  const values = meeting?.both.get(name)
  if (!meeting || !values) return null
  const context = meeting.contextOf(name)
  const { field } = context
  const formatSide = (side: Side) =>
    Object.entries(values[side])
      .map(([key, value]) => {
        const language = languages.find((one) => key === `${name}_${one}`)
        const text = kinds[field.kind === 'localized' ? 'text' : field.kind].text(context)(value) || '—'
        return language && Object.keys(values[side]).length > 1 ? `${language.toUpperCase()} ${text}` : text
      })
      .join(' · ')
  const label = context.words.field(name)
  const sides = [
    ['mine', t('record.yours')],
    ['theirs', t('record.theirs', { name: whose(meeting), date: format.dateTime(meeting.row.updated_at) })],
  ] as const
  return (
    <div role="radiogroup" aria-label={t('record.met_which', { name: label })} className={css.choice} data-both={name}>
      {titled ? <b>{label}</b> : null}
      {sides.map(([side, word]) => (
        <label key={side}>
          <input type="radio" name={group} checked={meeting.chosen[name] === side} onChange={() => meeting.choose(name, side)} />
          <span>{word}</span>
          <span className={css.value}>{formatSide(side)}</span>
        </label>
      ))}
    </div>
  )
}
