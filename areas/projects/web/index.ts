import { loadWords } from '#kit/web/i18n/store.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'

/** ‘Project step change’, for reviews that close a project (REV-18). */
export const LazyStepDialog = lazy(async () => {
  const [{ StepDialog }] = await Promise.all([import('./project/step-dialog.tsx'), loadWords('projects')])
  return { default: StepDialog }
})
