import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/modeling': ListAsked
    '/org/groupings': ListAsked
    '/org/modeling/properties': ListAsked
    '/admin/perimeter_properties': ListAsked
  }
}
