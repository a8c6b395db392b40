import { defineEvent } from '#kit/contract/event.ts'
import type { staleReasons } from './risk.ts'

/** What was approved of a risk holds no more. */
export const riskStale = defineEvent<{ readonly reason: (typeof staleReasons)[number] }>('risk.stale')
