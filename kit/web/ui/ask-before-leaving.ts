import { useBlocker } from '@tanstack/react-router'
import { say } from '#kit/web/i18n/words.ts'
import { askToSave, confirm } from './confirm.ts'

/** Tells whether it was saved; what kept it from being so has been said. */
type Save = () => Promise<boolean>

/** Asks what is to become of changes before a page with a form is left (SHL-32); without `save` only whether they may be lost. */
export function useAskBeforeLeaving(dirty: boolean, save?: Save): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!dirty || current.pathname === next.pathname) return false
      if (!save) return !(await confirm({ message: say('kit.confirm.discard_changes'), confirm: say('kit.actions.discard') }))
      const answer = await askToSave()
      return answer === null || (answer === 'save' && !(await save()))
    },
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  })
}

/** Leaves a dialog with a form, after asking what is to become of changes; one that saves leaves by itself. */
export async function leaveForm(dirty: boolean, save: Save, leave: () => void): Promise<void> {
  const answer = dirty ? await askToSave() : 'discard'
  if (answer === 'discard') leave()
  else if (answer === 'save') await save()
}
