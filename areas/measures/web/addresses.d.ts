import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/security-bases': ListAsked
    '/org/security-bases/$perimeterId/measures': ListAsked
    '/org/security-bases/$perimeterId/differences': ListAsked
    '/org/security_base/diff/$id': ListAsked
  }
}
