import type { ReactNode } from 'react'
import { translate } from '#kit/web/i18n/words.ts'

export interface Question<T extends string = string> {
  readonly title: string
  readonly message?: string | undefined
  /** What it is about, by name; the first seven are shown. */
  readonly names?: readonly string[]
  /** What there is to know before answering. */
  readonly details?: ReactNode
  /** A number that has to be typed before the last answer can be given. */
  readonly typed?: number | undefined
  /** From the left; the last one is the main one. */
  readonly answers: readonly { readonly value: T; readonly label: string; readonly variant?: 'primary' | 'default' | 'danger' }[]
}

export interface PendingQuestion extends Question {
  readonly answer: (value: string | null) => void
}

let pending: PendingQuestion | null = null
const listeners = new Set<() => void>()

function replace(next: PendingQuestion | null): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks and waits; null when the person leaves with Escape. A second question answers the first with null. */
export function ask<const T extends string>(question: Question<T>): Promise<T | null> {
  pending?.answer(null)
  return new Promise((resolve) => {
    replace({
      ...question,
      answer: (value) => {
        replace(null)
        resolve(value as T | null)
      },
    })
  })
}

interface Confirmation {
  readonly title?: string
  readonly message?: string
  readonly names?: readonly string[]
  /** How many it is about: of more than twenty the number is typed. */
  readonly count?: number
  readonly details?: ReactNode
  /** The verb that opened the question. */
  readonly confirm: string
  readonly cancel?: string
  /** Paints the button red, for what is lost by it. */
  readonly danger?: boolean
}

const typedAbove = 20

/** `if (await confirm({ title, confirm: verb, danger: true })) …`: true only when the person agreed. */
export async function confirm({ title, message, names, count = 0, details, confirm: yes, cancel, danger }: Confirmation): Promise<boolean> {
  const answer = await ask({
    title: title ?? message ?? yes,
    message: title ? message : undefined,
    ...(names && { names }),
    details,
    typed: count > typedAbove ? count : undefined,
    answers: [
      { value: 'no', label: cancel ?? translate('kit.actions.cancel') },
      { value: 'yes', label: yes, variant: danger ? 'danger' : 'primary' },
    ],
  })
  return answer === 'yes'
}

/** Where the focus begins: on the answer that changes nothing, else on the one that keeps what there is; what takes something away is never one Enter away. */
export const beginsOn = ({ answers }: Question): string | undefined =>
  (answers.find(({ variant }) => variant === undefined) ?? answers.findLast(({ variant }) => variant !== 'danger'))?.value

/** Asks only whether changes may be lost. */
export const askToDiscard = (): Promise<boolean> =>
  confirm({
    message: translate('kit.confirm.discard_changes'),
    confirm: translate('kit.actions.discard'),
    cancel: translate('kit.confirm.keep_editing'),
    danger: true,
  })

/** SHL-32: what to do with unsaved changes; null means to stay. */
export const askToSave = (): Promise<'discard' | 'save' | null> =>
  ask({
    title: translate('kit.confirm.save_changes'),
    answers: [
      { value: 'discard', label: translate('kit.actions.discard'), variant: 'danger' },
      { value: 'save', label: translate('kit.actions.save'), variant: 'primary' },
    ],
  })

/** What is being asked, for the host alone. */
export const questionStore = {
  get: () => pending,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
