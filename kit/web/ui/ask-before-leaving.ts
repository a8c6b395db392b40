import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'
import { askToDiscard, askToSave } from './confirm.ts'
import { unsavedForms } from './leave-page.ts'

/** Tells whether it was saved; what kept it from being so has been said. */
type Save = () => Promise<boolean>

interface Place {
  readonly pathname: string
  readonly search: object
}

interface KeptForm {
  readonly dirty: boolean
  /** Asks what is to become of the changes; tells whether the form may be left. */
  readonly mayLeave: () => Promise<boolean>
  /** Whether the form is still there at another address. */
  readonly stays?: (current: Place, next: Place) => boolean
  /** Set once leaving was agreed to, or the form was saved. */
  readonly free?: RefObject<boolean>
}

/** Keeps a form with changes from being lost, whichever way it is left: another address, another organisation or mode, signing out, closing the tab. */
export function useKeptForm({ dirty, mayLeave, stays = () => false, free }: KeptForm): void {
  const mayLeaveRef = useRef(mayLeave)
  const isFree = () => unsavedForms.left || free?.current === true
  useEffect(() => {
    mayLeaveRef.current = mayLeave
  })
  useEffect(() => (dirty ? unsavedForms.add(async () => free?.current === true || mayLeaveRef.current()) : undefined), [dirty, free])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && !isFree() && !stays(current, next) && !(await mayLeave()),
    enableBeforeUnload: () => dirty && !isFree(),
    disabled: !dirty,
  })
}

/** Asks what is to become of changes before a page with a form is left (SHL-32); without `save` only whether they may be lost. */
export function useAskBeforeLeaving(dirty: boolean, save?: Save): void {
  useKeptForm({
    dirty,
    mayLeave: async () => {
      if (!save) return askToDiscard()
      const answer = await askToSave()
      return answer === 'discard' || (answer === 'save' && (await save()))
    },
    stays: (current, next) => current.pathname === next.pathname,
  })
}

/** Leaves a dialog with a form, after asking what is to become of changes; one that saves leaves by itself. */
export async function leaveForm(dirty: boolean, save: Save, leave: () => void): Promise<void> {
  const answer = dirty ? await askToSave() : 'discard'
  if (answer === 'discard') leave()
  else if (answer === 'save') await save()
}
