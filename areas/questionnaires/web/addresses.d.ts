import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/questionnaires': ListAsked
    '/org/questionnaires/$id': ListAsked
    '/admin/catalog/questionnaires': ListAsked
    '/admin/catalog/questionnaires/$id': Plain
  }
}
