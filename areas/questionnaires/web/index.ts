import { lazy } from 'react'
import { loadWords } from '#kit/web/i18n/store.ts'

/** Makes a questionnaire of the questions that a framework brought, where it brought any. */
export const LazyFrameworkQuestions = lazy(async () => ({ default: (await import('./framework-questions.tsx')).FrameworkQuestions }))

/** Asks a questionnaire to say what something is, for dialogs of other areas. */
export const LazyClassifying = lazy(async () => {
  const [{ Classifying }] = await Promise.all([import('./play/classifying.tsx'), loadWords('questionnaires')])
  return { default: Classifying }
})
