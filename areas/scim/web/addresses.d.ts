import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/public_api/scim': ListAsked
    '/admin/public_api/scim/$id': Plain
  }
}
