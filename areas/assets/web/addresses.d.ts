import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/assets': ListAsked
    '/org/assets/values': ListAsked
  }
}
