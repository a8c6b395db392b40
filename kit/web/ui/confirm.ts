import type { ReactNode } from 'react'
import { translate } from '#kit/web/i18n/words.ts'

export interface Question<T extends string = string> {
  readonly title: string
  readonly message?: string | undefined
  /** What there is to know before answering. */
  readonly details?: ReactNode
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
  readonly details?: ReactNode
  readonly confirm?: string
  readonly cancel?: string
  /** Paints the button red, for what is lost by it, and begins on the other. */
  readonly danger?: boolean
}

/** `if (await confirm({ message, danger: true })) …`: true only when the person agreed. */
export async function confirm({ title, message, details, confirm: yes, cancel, danger }: Confirmation): Promise<boolean> {
  const answer = await ask({
    title: title ?? message ?? translate('kit.confirm.title'),
    message: title ? message : undefined,
    details,
    answers: [
      { value: 'no', label: cancel ?? translate('kit.actions.cancel') },
      { value: 'yes', label: yes ?? translate('kit.actions.confirm'), variant: danger ? 'danger' : 'primary' },
    ],
  })
  return answer === 'yes'
}

/** Where the focus begins: on the main answer, unless it takes something away, which is never one Enter away. */
export const beginsOn = ({ answers }: Question): string | undefined => answers.findLast(({ variant }) => variant !== 'danger')?.value

/** Asks only whether changes may be lost. */
export const askToDiscard = (): Promise<boolean> =>
  confirm({ message: translate('kit.confirm.discard_changes'), confirm: translate('kit.actions.discard'), danger: true })

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
