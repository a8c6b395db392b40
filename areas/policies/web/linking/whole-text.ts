/** Name and description of a requirement as they read best: an import cuts a long text off for its name, which says nothing that the text does not. */
export function wholeText(name: string, description: string | null | undefined): { readonly title: string; readonly text: string } {
  if (!description || description === name) return { title: name, text: '' }
  const begins = name.replace(/(…|\.{3})$/, '').trimEnd()
  return begins !== name && description.startsWith(begins) ? { title: description, text: '' } : { title: name, text: description }
}
