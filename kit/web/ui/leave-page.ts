type MayLeave = () => Promise<boolean>

const forms = new Set<MayLeave>()
let agreed = false

/** Forms with changes on the page, to be asked about before it is left for good. */
export const unsavedForms = {
  add(mayLeave: MayLeave): () => void {
    forms.add(mayLeave)
    return () => {
      forms.delete(mayLeave)
    }
  },
  /** The person has been told that their changes are lost. */
  discard: (): void => forms.clear(),
  get any(): boolean {
    return forms.size > 0
  },
  /** Whether the person has agreed to leave the page and everything on it. */
  get left(): boolean {
    return agreed
  },
}

/**
 * Leaves the page for another organisation, mode or person: every form with changes is asked about first, and only then is anything changed.
 * Answers false when the person stays; what `change` throws is thrown, and the forms are kept as they were.
 */
export async function leavePage(change: () => Promise<void>): Promise<boolean> {
  // A form that saves takes itself off the list, and one that goes on comes back to it.
  const asked = [...forms]
  for (const mayLeave of asked) if (!(await mayLeave())) return false
  agreed = true
  try {
    await change()
    return true
  } catch (reason) {
    agreed = false
    throw reason
  }
}
