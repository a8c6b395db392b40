import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/indicators/dashboard': ListAsked
    '/admin/internal_indicators': ListAsked
  }
}
