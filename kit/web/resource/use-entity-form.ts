import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { ApiError, api, isAway } from '#kit/web/api/client.ts'
import { loadCode } from '#kit/web/api/load-code.ts'
import { newKey } from '#kit/web/api/intentions.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { translate, translateIfKnown } from '#kit/web/i18n/words.ts'
import { preloadControls } from '#kit/web/kinds/lazy-controls.tsx'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { tellRefusal } from '#kit/web/lead-to.ts'
import { validatorMessage } from './validator.ts'
import { bodyOf, changedKeys, fieldOfKey, isSame, losesLinks, mergedValues, valuesOf } from './form-values.ts'
import type { FormValues, Merged, Side } from './form-values.ts'
import { updateRow } from './list-api.ts'
import type { AnyRow } from './presentation.ts'
import { useProposedResponsible } from './use-proposed-responsible.ts'

/** What a form is made for. */
export interface FormOptions {
  readonly entity: EntityDef
  /** The row to edit; a new one is created without it. */
  readonly row?: AnyRow | undefined
  readonly initial?: FormValues | undefined
  readonly onSaved?: ((row: AnyRow) => void) | undefined
  /** It is only read for now. */
  readonly reading?: boolean
}

/** A form of an entity: its values, and saving with everything that may go wrong. */
export interface EntityFormState {
  readonly entity: EntityDef
  readonly row: AnyRow | undefined
  readonly form: UseFormReturn<FormValues>
  readonly dirty: boolean
  /** The names of the fields that hold something else than they began with. */
  readonly changed: ReadonlySet<string>
  readonly saving: boolean
  /** Resolves to true once saved. */
  readonly save: () => Promise<boolean>
  /** What somebody else has saved meanwhile. */
  readonly met: Met | undefined
  /** Which value of a field that both have changed stays. */
  readonly choose: (name: string, which: Side) => void
  readonly reset: () => void
  /** Told when a field is left; an identifier is then checked on the server (FRM-31). */
  readonly leave: (name: string) => void
}

/** What somebody else has saved while a form was filled in: it is what the form begins with from then on, and nothing typed is lost. */
export interface Met extends Omit<Merged, 'kept'> {
  /** As they left it. */
  readonly row: AnyRow
  readonly chosen: Readonly<Record<string, Side>>
}

/** What is pressed again within this time after it was saved is the same press (FRM-09), in milliseconds. */
const submitPause = 500

/** What the server checks as well: a form whose checks are gone is sent without them. */
const checks = () => loadCode(() => import('./form-checks.ts')).catch(() => undefined)

/** Fetches what a form is drawn with and checked by, for one that is about to be shown. */
export function preloadForms(): void {
  preloadControls()
  void checks()
}

/** Validates with the contract's own schema, which whoever only reads does not load. */
const resolverOf =
  (entity: EntityDef, before: () => FormValues | undefined): Resolver<FormValues> =>
  async (values) => {
    const known = before()
    const errors = (await checks())?.errorsIn(entity, values, known) ?? {}
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
  }

/** Gives a row back what it held before it was saved. */
const undoing = (entity: EntityDef, row: AnyRow, was: FormValues, now: FormValues) => ({
  label: translate('kit.actions.undo'),
  // A refusal has been said by `updateRow`.
  run: () =>
    void updateRow(entity, row, bodyOf(entity, was, now)).then(
      () => toast.success(translate('kit.messages.undone')),
      () => {},
    ),
})

/** The form of a row or, without one, of a new row. */
export function useEntityForm({ entity, row: given, initial, onSaved, reading = false }: FormOptions): EntityFormState {
  const [row, setRow] = useState(given)
  const [met, setMet] = useState<Met>()
  const [proposed, setProposed] = useState<FormValues>()
  const before = useMemo(() => valuesOf(entity, row, proposed ? { ...initial, ...proposed } : initial), [entity, row, initial, proposed])
  const known = useRef(row ? before : undefined)
  known.current = row ? before : undefined
  const resolver = useMemo(() => resolverOf(entity, () => known.current), [entity])
  const form = useForm<FormValues>({ defaultValues: before, resolver, shouldFocusError: false })
  const values = form.watch()
  const changed = new Set(changedKeys(values, before).map((key) => fieldOfKey(entity, key) ?? key))
  const dirty = changed.size > 0
  const { isSubmitting: saving } = form.formState
  const running = useRef(false)
  const last = useRef(0)
  const intention = useRef(newKey())

  useEffect(() => {
    if (!reading) preloadForms()
  }, [reading])

  // A newer answer for the row replaces what the form began with, as long as nothing was typed.
  useEffect(() => {
    if (given && given.version !== row?.version && !dirty) {
      setRow(given)
      form.reset(valuesOf(entity, given))
    }
  }, [given, row, dirty, form, entity])

  // What was said of owned rows held for them as they were.
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => {
      const paths = Object.keys(form.formState.errors).filter((path) => name !== undefined && path.startsWith(`${name}:`))
      if (paths.length > 0) form.clearErrors(paths)
    })
    return unsubscribe
  }, [form])

  // What a new row begins with may be known late, such as the default plan.
  const begun = useRef(before)
  useEffect(() => {
    if (row || begun.current === before) return
    const untouched = changedKeys(form.getValues(), begun.current).length === 0
    begun.current = before
    if (untouched) form.reset(before)
  }, [row, before, form])

  // Somebody is proposed for what nobody was chosen for yet: also over whom another perimeter had proposed.
  useProposedResponsible(entity, !row && !reading, values.perimeter, ({ field, person }) => {
    const now = form.getValues()[field]
    const earlier = proposed?.[field] ?? initial?.[field]
    if (!isSame(now, null) && (!isSame(now, earlier) || initial?.[field] != null)) return
    setProposed({ [field]: person })
    form.setValue(field, person)
  })

  // Some forms have words of their own for it (FRM-12).
  const invalid = translateIfKnown(`${entity.area}.entities.${entity.name}.invalid`)

  const send = async (): Promise<boolean> => {
    const current = form.getValues()
    try {
      const body = bodyOf(entity, current, known.current)
      const answer = row
        ? await saveRow<AnyRow>(`/${entity.name}/${row.id}`, row, body)
        : await api.post<ObjectAnswer<AnyRow>>(`/${entity.name}`, body, { key: intention.current })
      intention.current = newKey()
      const was = known.current
      const now = valuesOf(entity, answer.object)
      setMet(undefined)
      setRow(answer.object)
      form.reset(now)
      toast.success(
        answer.message ?? translate('kit.record.saved'),
        was && losesLinks(entity, was, now) ? { action: undoing(entity, answer.object, was, now) } : {},
      )
      onSaved?.(answer.object)
      return true
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      // As long as nobody knows what became of it, what is sent next is still the same submission.
      if (!isAway(reason.status)) intention.current = newKey()
      if (reason.code === 'STALE' && reason.object) meet(reason.object as AnyRow)
      else tellRefusal(reason, (reason.code === 'INVALID' && invalid) || reason.message)
      refuse(reason)
      return false
    }
  }

  const refuse = (reason: ApiError) => {
    const errors = Object.entries(reason.errors)
    for (const [path, messages] of errors) form.setError(errorKey(entity, path), { type: 'server', message: messages.join('. ') })
    if (errors.length) focusFirstError()
  }

  /** Goes on from what somebody else has saved, with what was typed over it. */
  const meet = (theirRow: AnyRow) => {
    const mine = form.getValues()
    const theirs = valuesOf(entity, theirRow)
    const { kept, ...merged } = mergedValues(entity, { before, mine, theirs })
    setMet({ row: theirRow, ...merged, chosen: {} })
    setRow(theirRow)
    form.reset(theirs)
    for (const [key, value] of Object.entries(kept)) form.setValue(key, value, { shouldDirty: true })
  }

  const choose = (name: string, which: Side) => {
    for (const [key, value] of Object.entries(met?.both.get(name)?.[which] ?? {})) form.setValue(key, value, { shouldDirty: true })
    setMet((now) => now && { ...now, chosen: { ...now.chosen, [name]: which } })
  }

  /** Fields that both have changed, of which nobody has said or typed what they are to hold. */
  const undecided = [...(met?.both ?? [])].filter(
    ([name, { mine }]) => met?.chosen[name] === undefined && Object.entries(mine).every(([key, value]) => isSame(values[key], value)),
  )

  const save = async (): Promise<boolean> => {
    if (running.current || Date.now() - last.current < submitPause) return false
    if (undecided.length > 0) {
      toast.warning(translate('kit.record.choose_first'))
      document.querySelector<HTMLElement>(`[data-both="${undecided[0]?.[0]}"] input`)?.focus()
      return false
    }
    running.current = true
    let saved = false
    await form
      .handleSubmit(
        async () => {
          saved = await send()
        },
        () => {
          toast.error(invalid ?? translate('kit.errors.check_inputs'))
          focusFirstError()
        },
      )()
      .finally(() => {
        running.current = false
      })
    // What was refused is corrected and sent as soon as one likes.
    if (saved) last.current = Date.now()
    return saved
  }

  const leave = (name: string) => {
    const value = form.getValues(name)
    if (entity.fields[name]?.kind !== 'identifier') return
    // What was said of the value before no longer holds; before a first submit nothing else takes it away.
    if (form.getFieldState(name).error?.type === 'server') form.clearErrors(name)
    if (typeof value !== 'string' || value.trim() === '' || value === before[name]) return
    void (async () => {
      const message = await validatorMessage(`identifier/${entity.name}`, { value, ...(row ? { id: row.id } : {}) })
      // What was typed meanwhile is another value.
      if (message && form.getValues(name) === value) form.setError(name, { type: 'server', message })
    })()
  }

  const reset = () => {
    setMet(undefined)
    form.reset(before)
  }

  return { entity, row, form, dirty, changed, saving, save, met, choose, reset, leave }
}

/** Where the form shows an error of the server: a localized field's own error stands at its first language. */
function errorKey(entity: EntityDef, path: string): string {
  const name = fieldOfKey(entity, path)
  return name === path && entity.fields[name]?.kind === 'localized' ? `${path}_en` : path.replaceAll('.', ':')
}

const focusFirstError = () => focusWrong(() => document.querySelector('[data-entity-form]:has([aria-invalid="true"])'))
