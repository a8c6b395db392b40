import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/reviews': ListAsked & {
      readonly source: string
      readonly warning: 1
      readonly closed: 1
      readonly idcamp: number
      readonly id_init: number
      readonly id_remediation: number
    }
  }
}
