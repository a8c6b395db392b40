import { loadWords } from '#kit/web/i18n/store.ts'

/** What chooses evidence in dialogs of other areas, with its words: the page has only its own. */
export async function loadChooser() {
  const [chooser] = await Promise.all([import('./choose.tsx'), loadWords('evidence')])
  return chooser
}

/** What stands on an evidence, for questions that take it away from something. */
export async function loadStanding() {
  const [usage] = await Promise.all([import('./evidence-usage.tsx'), loadWords('evidence')])
  return usage
}

/** What proves a measure or a requirement, for the records of both. */
export async function loadBehind() {
  const [behind] = await Promise.all([import('./evidence-behind.tsx'), loadWords('evidence')])
  return behind
}
