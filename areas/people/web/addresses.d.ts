import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/absences': ListAsked
    '/admin/holders': {
      readonly q: string
      readonly page: number
      readonly kind: string
      /** Whose single points of failure. */
      readonly of: number
      readonly points: number
      /** Whose departure is looked at. */
      readonly leaves: number
      /** Whose week is looked at, and which. */
      readonly who: number
      readonly week: number
    }
    '/admin/contacts': ListAsked
    '/admin/functions': ListAsked
    '/my_objects': { readonly show: string }
    '/notifications': ListAsked & { readonly unread: 1 }
    '/profile': Plain
    '/admin/users': ListAsked
    '/admin/group': ListAsked
    '/admin/users/$id/objects': Plain
    '/admin/group/$id/objects': Plain
  }
}
