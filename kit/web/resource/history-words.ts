import type { EntityDef } from '#kit/contract/entity.ts'
import type { Change, ChildChange, HistoryEntry } from '#kit/contract/history.ts'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { childContext } from '#kit/web/kinds/rows.tsx'
import { fieldOfKey } from './form-values.ts'
import { presentationOf } from './presentation.ts'

/** One field in words. */
export interface SaidChange {
  readonly key: string
  readonly label: string
  readonly before: string
  readonly after: string
  /** In place of before and after: what became of owned rows, what is said of files, or that a structure changed which has no words. */
  readonly lines?: readonly string[]
}

type ContextOf = (name: string) => FieldContext

/** What was done, in the words of its entity; something that has none is a change. */
export function sayAction(entity: EntityDef, { action }: Pick<HistoryEntry, 'action'>, contextOf: ContextOf): string {
  const { kit, words } = contextOf(entity.title)
  const own = words.word(`actions.${action}`)
  if (own) return own
  const key = `record.history_action.${action}` as 'record.history_action.update'
  return kit(kit.has(key) ? key : 'record.history_action.update')
}

/** Every change of an entry in words, nothing in it as it is stored. */
export const sayChanges = (entity: EntityDef, { changes }: Pick<HistoryEntry, 'changes'>, contextOf: ContextOf): SaidChange[] =>
  changes.map((change) => {
    const name = fieldOfKey(entity, change.field) ?? change.field
    return sayChange(change, contextOf(name), presentationOf(entity).says?.[name])
  })

const sayComments = ({ comments = [] }: Change, { kit }: FieldContext): string[] =>
  comments.map(({ name, before, after }) => kit('record.file_comment', { name, before: before ?? '—', after: after ?? '—' }))

type Translate = (context: FieldContext) => (value: unknown) => string

function sayChange(change: Change, context: FieldContext, own: Translate | undefined): SaidChange {
  const { kit, words } = context
  const name = words.field(context.name)
  const label =
    change.field === `${context.name}_en`
      ? kit('record.in_english', { name })
      : change.field === `${context.name}_fr`
        ? kit('record.in_french', { name })
        : name
  const described = { key: change.field, label, before: sayValue(change, 'before', context, own), after: sayValue(change, 'after', context, own) }
  if (change.comments) {
    const went = described.before || described.after ? [`${described.before || '—'} → ${described.after || '—'}`] : []
    return { ...described, lines: [...went, ...sayComments(change, context)] }
  }
  if (change.moved) return { ...described, lines: [kit('record.moved')] }
  if (change.children) return { ...described, lines: change.children.map((child) => sayChild(child, context)) }
  // A structure without words of its own: that it is another one is all there is to say.
  return described.before === '' && described.after === '' ? { ...described, lines: [kit('record.changed')] } : described
}

function sayValue(change: Change, side: 'before' | 'after', context: FieldContext, own: Translate | undefined): string {
  const value = change[side]
  // References, files and what was noted of rows long ago come as names.
  const named = typeof value === 'string' && ['ref', 'links', 'files', 'rows', 'json'].includes(context.field.kind)
  const text = named ? value : (own ?? kinds[context.field.kind].text)(context)(value)
  const hidden = change.hidden?.[side] ?? 0
  return [text, ...(hidden > 0 ? [context.kit('record.hidden_count', { count: hidden })] : [])].filter(Boolean).join(', ')
}

function sayChild({ change, name, place, changes }: ChildChange, context: FieldContext): string {
  const { kit, field, words } = context
  const noun = words.word(`rows.${context.name}.one`) ?? words.field(context.name)
  const title = kit('record.child_name', { noun, name: name ?? kit('record.child_place', { place }) })
  if (change !== 'changed') return kit(`record.child_${change}`, { title })
  const described = changes.flatMap((each) => {
    const at =
      Object.keys(field.options.fields ?? {}).find((child) => each.field === child || each.field === `${child}_en` || each.field === `${child}_fr`) ??
      each.field
    const child = field.options.fields?.[at]
    const { label, before, after, lines } = sayChange(each, child ? childContext(context, at, child) : context, undefined)
    const went = `${before || '—'} → ${after || '—'}`
    // The name of the file says enough.
    if (each.comments) return [...(before || after ? [kit('record.child_field', { label, change: went })] : []), ...sayComments(each, context)]
    return [kit('record.child_field', { label, change: lines?.join(', ') ?? went })]
  })
  return kit('record.child_changed', { title, changes: described.join(', ') })
}
