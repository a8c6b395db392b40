import { afterPause } from '#kit/web/pending-work.ts'

/** Focuses the first wrong input of a form; drawn late, it is looked for again up to 10 times, every 200 ms (FRM-10). */
export function focusWrong(form: () => ParentNode | null, tries = 10): void {
  afterPause(tries === 10 ? 0 : 200, () => {
    const input = form()?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (input) input.focus()
    else if (tries > 1) focusWrong(form, tries - 1)
  })
}
