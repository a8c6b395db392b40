import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org2/perimeters': {
      readonly p: number
      readonly g: number
      readonly policy: number
      readonly on: string
      readonly scope: 'own' | 'consolidated'
      readonly tab: string
    }
    '/score-engine/policy-score-coverage': ListAsked
    '/org/policies/$id/scores': { readonly p: number; readonly ts: number; readonly on: string }
  }
}
