import { useLayoutEffect, type RefObject } from 'react'
import { useLayer } from './layers.ts'
import { rememberFocus } from './keep-focus.ts'

const fields = 'input:not(:disabled, [type=hidden], [type=file]), select:not(:disabled), textarea:not(:disabled), [contenteditable=true]'

/** What the focus is given first: what asks for it, else the first field, else, once there will be none, the heading. */
function begin(dialog: HTMLDialogElement): boolean {
  const first =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ?? [...dialog.querySelectorAll<HTMLElement>(fields)].find((field) => field.checkVisibility())
  first?.focus()
  return document.activeElement === first
}

/**
 * Shows a `<dialog>` over the page as long as it stands. The focus goes to what is marked `data-autofocus`, else to its first field, also when that is
 * drawn late, else to its heading (`h2` with `tabIndex={-1}`); and back to what opened it. Escape calls `onEscape`, unless a list in it is open.
 */
export function useDialog(ref: RefObject<HTMLDialogElement | null>, onEscape: () => void): void {
  useLayer('dialog', true, onEscape)

  // Before React takes the element away: a dialog that is gone gives nothing back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const giveBack = rememberFocus()
    dialog.showModal()
    dialog.querySelector<HTMLElement>('h2')?.focus()
    const began = begin(dialog)
    const late = new MutationObserver(() => {
      // Whoever has gone on meanwhile is not called back.
      const moved = document.activeElement !== dialog.querySelector('h2') && document.activeElement !== document.body && document.activeElement !== dialog
      if (moved || begin(dialog)) late.disconnect()
    })
    if (!began) late.observe(dialog, { childList: true, subtree: true })
    return () => {
      late.disconnect()
      dialog.close()
      giveBack()
    }
  }, [ref])
}
