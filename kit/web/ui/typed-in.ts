/** What a person writes in, but for what is kept as soon as it is left (`data-kept`); what is only looked for or chosen is found again in a moment, and a secret is not kept anywhere. */
const written =
  'textarea, [contenteditable=true], input:not([data-kept], [type=search], [type=password], [type=hidden], [type=file], [type=checkbox], [type=radio], [type=range], [type=color], [role=combobox])'

const textOf = (field: Element) => (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? ''))

/** Remembers what stood in the fields of a piece of the page when each was entered, and tells whether anything else stands there now. */
export function typedIn() {
  const before = new Map<Element, string>()
  return {
    /** To be told of each field that takes the focus. */
    entered: (field: Element): void => {
      for (const known of before.keys()) if (!known.isConnected) before.delete(known)
      if (field.matches(written) && !before.has(field)) before.set(field, textOf(field))
    },
    /** Whether something is lost when it goes; fields that have gone by themselves are not asked about. */
    any: (): boolean => [...before].some(([field, text]) => field.isConnected && textOf(field) !== text),
  }
}
