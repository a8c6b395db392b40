import { createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from './errors/error-pages.tsx'
import { Root } from './root.tsx'

/** What is above every page, before and behind the sign-in. */
export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })
