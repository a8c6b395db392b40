import { lazy } from 'react'

/** Makes a questionnaire of the questions that a framework brought, where it brought any. */
export const LazyFrameworkQuestions = lazy(async () => ({ default: (await import('./framework-questions.tsx')).FrameworkQuestions }))
