import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/absences': ListAsked
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
