import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/runbooks': ListAsked
    '/runbooks/$id': ListAsked
    '/runbooks/all': ListAsked & { readonly start: string }
    '/runbooks/tasks': ListAsked
    '/runbooks/global': ListAsked
    '/contributions/runtasks': ListAsked & { readonly show: 'upcoming' | 'grid' }
  }
}
