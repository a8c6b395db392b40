import { lazy } from '#kit/web/ui/lazy.tsx'

export { ClassifyDialog } from './classify-dialog.tsx'

/** Makes a questionnaire of the questions that a framework brought, where it brought any. */
export const LazyFrameworkQuestions = lazy(async () => ({ default: (await import('./framework-questions.tsx')).FrameworkQuestions }))
