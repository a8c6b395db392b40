import type { Action } from '#demo/content/types.ts'
import { pastActions } from './past.ts'
import { openActions } from './open.ts'

/** Every action. */
export const actions: readonly Action[] = [...pastActions, ...openActions]
