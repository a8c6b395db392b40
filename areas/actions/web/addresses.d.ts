import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/actions': ListAsked
    '/actions/filtered': ListAsked
    '/actions/labels': ListAsked
    '/actions/$id': ListAsked
    '/actions/$id/mapping': ListAsked
    '/local_actions': ListAsked
    '/local_actions/$id': ListAsked
  }
}
