import { useCallback, useId, useState } from 'react'
import type { ComponentType, FormEvent } from 'react'
import { moveBetween } from '#kit/contract/work-item.ts'
import { useTranslate } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { MovedDates } from './moved-dates.tsx'
import { fieldOf, useFieldContexts, valueOf } from '#kit/web/resource/entity-columns.tsx'
import { wireValue } from '#kit/web/resource/form-values.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { WorkField } from './work-field.tsx'
import type { Changes, PendingTransition, PieceProps } from './transition-question.ts'
import { statusOf } from './transition.ts'
import { moveTitle, moveVerb } from './work-words.ts'
import css from './work.module.css'

/** Asks for what a change of status or dates needs, until it is said rightly. */
export function TransitionDialog({ work, extras, row, to, needs, wanted, refusal, busy, answer }: PendingTransition) {
  const { entity } = work
  const translate = useTranslate()
  const contextOf = useFieldContexts(entity)
  const form = useId()
  const pieces = extras.pieces as Readonly<Record<string, ComponentType<PieceProps<unknown>>>> | undefined
  const fields = needs.filter((need) => !pieces?.[need])
  const [values, setValues] = useState<Changes>(() => Object.fromEntries(Object.entries(wanted).filter(([name]) => name !== work.status)))
  const [answers, setAnswers] = useState<Readonly<Record<string, Changes | null>>>({})
  const [busyPieces, setBusyPieces] = useState<ReadonlySet<string>>(new Set())
  // What has been written anew since the refusal is not wrong any more.
  const [written, setWritten] = useState<{ readonly of: typeof refusal; readonly names: ReadonlySet<string> }>({ of: undefined, names: new Set() })
  const corrected = useCallback(
    (name: string) => setWritten((before) => ({ of: refusal, names: new Set([...(before.of === refusal ? before.names : []), name]) })),
    [refusal],
  )
  const errorOf = (name: string, ...paths: string[]) =>
    written.of === refusal && written.names.has(name) ? undefined : paths.flatMap((path) => refusal?.fields[path] ?? []).join('. ') || undefined
  const valueFor = (name: string) => values[name] ?? kinds[fieldOf(entity, name).kind].blank
  const sent = (name: string) => {
    const value = wireValue(valueFor(name), fieldOf(entity, name))
    return typeof value === 'string' ? value.trim() || null : value
  }
  const complete = needs.every((need) => (pieces?.[need] ? Boolean(answers[need]) : sent(need) !== null))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!complete || busy || busyPieces.size > 0) return
    answer(Object.assign(Object.fromEntries(fields.map((name) => [name, sent(name)])), ...needs.map((need) => answers[need])))
  }
  const from = statusOf(work, row)
  const name = String(valueOf(row, entity.title) ?? '')
  const danger = to !== null && moveBetween(work, from, to)?.[1].danger === true
  return (
    <Modal
      title={to === null ? translate('kit.work.move_dates', { name }) : moveTitle(work, from, to, row)}
      size="sm"
      onClose={() => answer(null)}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} disabled={!complete} loading={busy || busyPieces.size > 0}>
            {moveVerb(work, from, to)}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={submit}>
        {refusal ? (
          <p className={css.error} role="alert">
            {refusal.text}
          </p>
        ) : null}
        {to === null ? <MovedDates entity={entity} row={row} wanted={wanted} /> : null}
        {fields.map((need, index) => (
          <WorkField
            key={need}
            context={contextOf(need)}
            value={valueFor(need)}
            error={errorOf(need, need)}
            focus={index === 0}
            onChange={(value) => {
              setValues((before) => ({ ...before, [need]: value }))
              corrected(need)
            }}
          />
        ))}
        {needs.map((need) => {
          const Piece = pieces?.[need]
          return Piece ? (
            <Suspense key={need} fallback={<Skeleton height={160} />}>
              <Piece
                row={row}
                errorOf={errorOf}
                corrected={corrected}
                onSay={(changes) => setAnswers((before) => ({ ...before, [need]: changes }))}
                onBusy={(coming) => setBusyPieces((before) => new Set(coming ? [...before, need] : [...before].filter((other) => other !== need)))}
              />
            </Suspense>
          ) : null
        })}
      </form>
    </Modal>
  )
}
