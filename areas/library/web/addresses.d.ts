import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/policies/shelf': ListAsked
    '/org/policies/imported/$id': ListAsked
    '/org/policies/import': Plain
    '/admin/catalog/libraries': ListAsked
    '/admin/import_reports': ListAsked
  }
}
