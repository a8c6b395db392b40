import { lazy } from '#kit/web/ui/lazy.tsx'

/** Pages of campaigns that stand among those of a project as well (PRJ-16). */
export const LazyResults = lazy(async () => ({ default: (await import('./results/results-page.tsx')).Page }))
export const LazyDetails = lazy(async () => ({ default: (await import('./results/details-page.tsx')).Page }))
export const LazyAnswer = lazy(async () => ({ default: (await import('./answer/evaluation-page.tsx')).Page }))

/** Asking people from outside, where those who are asked are known. */
export const LazyInvite = lazy(async () => ({ default: (await import('./outside/invite-dialog.tsx')).InviteDialog }))
export const LazyOutsidePeople = lazy(async () => ({ default: (await import('./outside/outside-people.tsx')).OutsidePeople }))

/** Planning a campaign again, with its people and answers. */
export const LazyDuplicate = lazy(async () => ({ default: (await import('./plan/campaign-dialogs.tsx')).DuplicateDialog }))
